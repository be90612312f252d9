import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Where the API process listens while `vite dev` serves the pages. */
const api = process.env['API_ORIGIN'] ?? 'http://localhost:4000';

export default defineConfig({
  plugins: [
    tailwindcss(),
    // SvelteKit 3 reads no svelte.config.js: this object is its configuration.
    sveltekit({
      adapter: adapter({ out: 'build' }),
      csp: {
        mode: 'nonce',
        // `frame-src` depends on the publish origin, which is known only at run time: hooks.server.ts adds it.
        directives: {
          'default-src': ['self'],
          'script-src': ['self'],
          // Positions of floating layers and CodeMirror's theme are inline styles; scripts stay behind the nonce.
          'style-src': ['self', 'unsafe-inline'],
          'img-src': ['self', 'data:', 'blob:', 'https:'],
          'font-src': ['self'],
          'connect-src': ['self'],
          'worker-src': ['self', 'blob:'],
          'object-src': ['none'],
          'base-uri': ['none'],
          'form-action': ['self'],
          'frame-ancestors': ['none'],
        },
      },
    }),
  ],
  // Inlined fonts and pictures would need `data:` in the policy and load on every page.
  build: { assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/graphql': api,
      '/api': api,
      '/healthz': api,
    },
  },
});
