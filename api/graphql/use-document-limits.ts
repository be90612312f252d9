import type { ValidationRule } from 'graphql';
import { GraphQLError } from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';
import { LIMITS } from '../limits.ts';

/** The length of a document, and the limit that introspection has for itself (design 6). */
export function useDocumentLimits(): Plugin {
  return {
    onParams({ params }) {
      const length = params.query?.length ?? 0;
      if (length <= LIMITS.graphqlDocumentCharacters) return;
      throw createGraphQLError(
        `A document may have ${LIMITS.graphqlDocumentCharacters} characters; this one has ${length}. Give values as variables.`,
        { extensions: { http: { status: 400, spec: false } } },
      );
    },
    onValidate({ addValidationRule }) {
      addValidationRule(introspectionOnce);
    },
  };
}

/** A schema is large, so it is given once in a document. How deep it may be asked for is a rule of graphql-js. */
const introspectionOnce: ValidationRule = (context) => {
  let schemas = 0;
  return {
    Field(node) {
      if (node.name.value !== '__schema') return;
      schemas += 1;
      if (schemas === 2)
        context.reportError(new GraphQLError('A document may ask for `__schema` once.', { nodes: [node] }));
    },
  };
};
