import { Answer } from './answer.ts';
import type { Content } from './content.ts';

/** Screens and services, which no search engine needs to look at. */
const HIDDEN = [
  '/cms-admin',
  '/cms-ecom',
  '/cms-login',
  '/cms-setup',
  '/oauth2/',
  '/api/',
  '/auth/',
  '/cms/',
  '/client/',
  '/crm/',
  '/ecom/',
];
/** The most that one sitemap may hold. */
const MOST_PAGES = 50_000;

export function robotsTxt(publicUrl: string): Answer {
  const lines = [
    'User-agent: *',
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ];
  return new Answer(
    200,
    { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
    lines.join('\n'),
  );
}

/** The pages that anybody may see. Throws UpstreamError while content is away. */
export async function sitemapXml(content: Content, publicUrl: string, requestId: string): Promise<Answer> {
  const pages = await content.sitemap(requestId);
  const entries = pages.slice(0, MOST_PAGES).map(({ url, updatedAt }) => {
    const address = escapeXml(
      new URL(publicUrl + encodeURI(url).replaceAll('?', '%3F').replaceAll('#', '%23')).href,
    );
    return `<url><loc>${address}</loc><lastmod>${escapeXml(updatedAt)}</lastmod></url>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  return new Answer(
    200,
    { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
    body,
  );
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
