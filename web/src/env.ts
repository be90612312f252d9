import { defineEnvVars } from '@sveltejs/kit/env';

/** Run-time configuration of the pages' server side; the API process shares these names (design 13). */
export const variables = defineEnvVars({
  PUBLISH_ORIGIN: {
    description: 'Origin of published apps and previews, for the frame-src of our documents.',
    schema: (value) => {
      const fallback = `http://localhost:${process.env['PUBLISH_PORT'] ?? '4001'}`;
      return new URL(value === undefined || value === '' ? fallback : value).origin;
    },
  },
  PUBLISH_ISOLATION: {
    description: 'Whether the publish origin has sub-hosts (docs/publish-origin.md).',
    schema: (value) => (value === 'subhost' || value === 'sandbox' ? value : 'auto'),
  },
  EMBED_ORIGINS: {
    description:
      'Origins whose pages may embed a Studio, with spaces between; none beside our own when it is unset.',
    schema: (value) => (value ?? '').split(/[\s,]+/).filter((origin) => origin !== ''),
  },
  API_ORIGIN: {
    description: 'The API to ask while rendering, used only when no API is in the same process (vite dev).',
    schema: (value) => new URL(value === undefined || value === '' ? 'http://localhost:4000' : value).origin,
  },
});
