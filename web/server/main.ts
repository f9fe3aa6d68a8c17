/** The web host: finished pages for visitors, the built files, and the SPA's shell. `node server/main.ts` */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { PostService } from '../app/plugins/contract.ts';
import { entryFiles, islandFiles, loadAssets, readManifest } from './assets.ts';
import { ChangeFeed } from './changes.ts';
import { CompiledTemplates } from './compiled-templates.ts';
import { Content } from './content.ts';
import { EditorsOnly, siteOrigins } from './editors.ts';
import { EventSource } from './event-source.ts';
import { endIfItHangs } from './hanging.ts';
import { createHandler } from './host.ts';
import { Identity } from './identity.ts';
import { Leaving } from './leaving.ts';
import { createLog } from './log.ts';
import { MissedAddresses } from './missed-addresses.ts';
import { PageCache } from './page-cache.ts';
import { type Bundle, Pages } from './pages.ts';
import { PluginData } from './plugin-data.ts';
import { PluginForms } from './plugin-forms.ts';
import { Listeners, Purges } from './purges.ts';
import { ScssPreviews } from './scss-previews.ts';
import { ServiceCallers } from './service-callers.ts';
import { ServiceIdentity } from './service-identity.ts';
import { Services } from './services.ts';
import { SetUpState } from './set-up.ts';
import { readSettings, type Settings } from './settings.ts';
import { Shell } from './shell.ts';
import { Sitemap } from './sitemap.ts';
import { TemplateCss } from './template-css.ts';
import { TemplateFiles } from './template-files.ts';
import { loadFonts } from './template-fonts.ts';
import { TemplateSaves } from './template-saves.ts';
import { startWatching, watching } from './watch.ts';

/** Longer than any gateway keeps an idle connection, so that it is never the host that hangs up on a request. */
const KEEP_ALIVE = 120_000;
const GRACE = 10_000;

async function start(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  // Built apart: see vite.config.screens.ts.
  const [ofPages, ofScreens] = [new URL('client/', settings.dist), new URL('screens/', settings.dist)];
  const manifest = readManifest(ofPages);
  const screens = readManifest(ofScreens);
  const bundle: Bundle = await import(new URL('server/server-entry.js', settings.dist).href);
  const own = new ServiceIdentity(settings.keysDir);
  // A host that cannot say who it is would find out with the first visitor.
  await own.tokenFor('content');
  const content = new Content(settings.contentUrl, own);
  const cache = new PageCache(settings.cacheBytes);
  const sources = [new EventSource('content', settings.contentUrl, own, ['content.pages_changed'])];
  const { publicUrl, authUrl: auth, cmsUrl: cms, contentUrl, crmUrl: crm, ecomUrl: ecom } = settings;
  const others = ecom ? [new EventSource('ecom', ecom, own, ['ecom.catalogue_changed'])] : [];
  const { host, release } = settings;
  await startWatching(settings.watch, { host, release, cache, log });
  const watch = watching();
  const purges = settings.purge && new Purges(settings.purge, log);
  const templateCss = new TemplateCss(content);
  // The host's own pages first: a cache in front that has dropped one asks for it at once.
  const listener = new Listeners([cache, templateCss, ...(purges ? [purges] : [])]);
  const changes = new ChangeFeed(settings.redisUrl, sources, others, listener, log);
  const identity = new Identity(settings.authUrl);
  const services = new Services({ auth, cms, content: contentUrl, crm, ecom });
  const isFollowed = (service: PostService) => changes.isFollowing(service);
  const pages = new Pages({
    content,
    cache,
    bundle,
    log,
    isPurged: purges !== undefined,
    templateCss,
    pluginData: new PluginData(services, bundle.manifestOf, isFollowed, log),
    assets: {
      publicUrl,
      visitorScript: entryFiles(manifest, 'app/visitor/main.ts').script,
      sessionScript: entryFiles(manifest, 'app/visitor/session.ts').script,
      trackersScript: entryFiles(manifest, 'app/visitor/trackers.ts').script,
      islandsScript: entryFiles(manifest, 'app/visitor/islands.tsx').script,
      islandFiles: islandFiles(manifest),
      pluginScripts: Object.fromEntries(
        bundle.scriptRefs.map((ref) => [ref, entryFiles(manifest, `app/plugins/${ref}/script.ts`).script]),
      ),
    },
  });
  const setUp = new SetUpState(settings.authUrl);
  const editors = new EditorsOnly(identity, settings.authUrl, own, publicUrl);
  const leaving = new Leaving();
  const missed = new MissedAddresses((addresses) => content.reportMissing(addresses), log);
  const handler = createHandler({
    publicUrl,
    assets: new Map([...loadAssets(ofScreens), ...loadAssets(ofPages), ...loadFonts()]),
    cache,
    changes,
    compiledTemplates: new CompiledTemplates(new ServiceCallers(settings.keysDir)),
    content,
    editors,
    forms: new PluginForms({ pages, services, bundle, origins: siteOrigins(publicUrl), own, log }),
    identity,
    leaving,
    missed,
    pages,
    setUp,
    shell: new Shell(screens),
    sitemap: new Sitemap({ publicUrl, cache, content, services, own, isFollowed, log }),
    scssPreviews: new ScssPreviews(content, identity),
    templateFiles: new TemplateFiles(content),
    templateSaves: new TemplateSaves(content, identity),
    log,
  });
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE, requestTimeout: 30_000 },
    watch?.around(handler) ?? handler,
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  const following = changes.run();
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    const { listenFd: fd, host, port } = settings;
    server.listen(fd === undefined ? { host, port } : { fd }, ready);
  });
  // A third of what starting took is garbage, which nothing would collect before the heap has grown by as much again.
  globalThis.gc?.();
  await endIfItHangs(settings.hangSeconds);
  log('info', 'ready', { host: settings.host, port: settings.port });

  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    await leaving.announce(server, signal === 'SIGTERM' ? settings.drain : 0);
    // What is under way is finished; connections that wait for nothing are closed.
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    const closed = new Promise((done) => server.close(done));
    server.closeIdleConnections();
    changes.stop();
    await closed;
    await Promise.all([missed.close(), purges?.stop()]);
    for (const part of [content, setUp, editors, services]) part.close();
    await watch?.close();
    await following;
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fail = (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  };
  try {
    start(readSettings(process.env)).catch(fail);
  } catch (error) {
    fail(error as Error);
  }
}
