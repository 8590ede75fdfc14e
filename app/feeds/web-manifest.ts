import { site } from '#app/site.ts';

/** Where the site says how it is installed as an app. */
export const WEB_MANIFEST_PATH = '/manifest.webmanifest';

/**
 * The web app manifest (W3C), under the site's own name. `ground` is the colour that shows while
 * the site opens.
 */
export function webManifest(ground: string) {
  const icon = (sizePx: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${sizePx}.png`,
    sizes: `${sizePx}x${sizePx}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
    ],
  };
}
