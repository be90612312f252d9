import { PAGE_LIMITS } from '@platform/aml-compiler/emit/graphql-schema.ts';
import { expect, it } from 'vitest';
import { LIMITS } from '../api/limits.ts';

it('emitted descriptions name the page sizes of the service', () => {
  expect(PAGE_LIMITS).toEqual({
    defaultFirst: LIMITS.graphqlDefaultPage,
    maxFirst: LIMITS.graphqlPage,
    defaultGroups: LIMITS.graphqlDefaultGroups,
    maxGroups: LIMITS.graphqlGroups,
  });
});
