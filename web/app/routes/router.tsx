/** The SPA's screens and their addresses. Each screen's code is loaded with its first visit. */
import { createBrowserRouter, type LoaderFunctionArgs } from 'react-router';
import { LoadingOverlay } from '../ui/loading-overlay.tsx';
import { adminGuard, ecomGuard, editorGuard, loggedInGuard, loginGuard, setupGuard } from './guards.ts';
import { inScreenLanguage, inSiteLanguage } from './languages.ts';
import { RootShell } from './root-shell.tsx';
import { RouteError } from './route-error.tsx';

async function adminScreen() {
  const { AdminScreen: Component, adminLoader: loader } = await import('../admin/admin-screen.tsx');
  return { Component, loader };
}

const editorLoader = inScreenLanguage(editorGuard);
/** The address that the editor is loaded for: while a log-in leads there, the window's own is still the log-in's. */
let editorPathname = '';

const routes = [
  {
    Component: RootShell,
    HydrateFallback: LoadingOverlay,
    ErrorBoundary: RouteError,
    children: [
      {
        path: 'cms-setup',
        loader: setupGuard,
        lazy: async () => ({ Component: (await import('./setup-screen.tsx')).SetupScreen }),
      },
      {
        path: 'cms-login',
        loader: inSiteLanguage(loginGuard),
        lazy: async () => ({ Component: (await import('./login-screen.tsx')).LoginScreen }),
      },
      {
        path: 'cms-login/reset-password',
        loader: inSiteLanguage(),
        lazy: async () => ({ Component: (await import('./reset-password-screen.tsx')).ResetPasswordScreen }),
      },
      {
        path: 'cms-login/invitation',
        loader: inSiteLanguage(),
        lazy: async () => ({ Component: (await import('./invitation-screen.tsx')).InvitationScreen }),
      },
      {
        path: 'cms-login/confirm',
        loader: inSiteLanguage(),
        lazy: async () => ({ Component: (await import('./confirm-screen.tsx')).ConfirmScreen }),
      },
      {
        path: 'oauth2/callback/google',
        loader: inScreenLanguage(loggedInGuard),
        lazy: async () => ({
          Component: (await import('./google-callback-screen.tsx')).GoogleCallbackScreen,
        }),
      },
      {
        path: 'cms-admin',
        loader: inScreenLanguage(adminGuard),
        // Asked at each step inside too: what is open depends on the path.
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await import('../admin/admin-shell.tsx')).AdminShell }),
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('../admin/dashboard/dashboard.tsx')).Dashboard }),
          },
          {
            path: '*',
            lazy: adminScreen,
          },
        ],
      },
      {
        path: 'cms-ecom/*',
        loader: inScreenLanguage(ecomGuard),
        shouldRevalidate: () => true,
        lazy: async () => ({ Component: (await import('../admin/admin-shell.tsx')).AdminShell }),
        children: [{ path: '*', lazy: adminScreen }],
      },
      {
        path: '*',
        loader: (args: LoaderFunctionArgs) => {
          editorPathname = new URL(args.request.url).pathname;
          return editorLoader(args);
        },
        lazy: async () => {
          const { EditorRoute: Component, readAhead } = await import('./editor-route.tsx');
          readAhead(editorPathname);
          return { Component };
        },
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
