import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents of the web front end, from the committed, printed schema (never from a live schema object). */
const config: CodegenConfig = {
  schema: 'api/schema.graphql',
  documents: ['web/src/**/*.ts', '!web/src/lib/gql/**'],
  generates: {
    'web/src/lib/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { DateTime: 'string', JSON: 'unknown' },
      },
    },
  },
};

export default config;
