/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query SessionViewer {\n    viewer {\n      id\n      userId\n      email\n      name\n      picture\n      createdAt\n    }\n  }\n": typeof types.SessionViewerDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n": typeof types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      ok\n    }\n  }\n": typeof types.RegisterDocument,
    "\n  mutation VerifyEmail($input: VerifyEmailInput!) {\n    verifyEmail(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n": typeof types.VerifyEmailDocument,
    "\n  mutation ResendVerification($input: ResendVerificationInput!) {\n    resendVerification(input: $input) {\n      ok\n    }\n  }\n": typeof types.ResendVerificationDocument,
    "\n  mutation Logout {\n    logout {\n      ok\n    }\n  }\n": typeof types.LogoutDocument,
};
const documents: Documents = {
    "\n  query SessionViewer {\n    viewer {\n      id\n      userId\n      email\n      name\n      picture\n      createdAt\n    }\n  }\n": types.SessionViewerDocument,
    "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n": types.LoginDocument,
    "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      ok\n    }\n  }\n": types.RegisterDocument,
    "\n  mutation VerifyEmail($input: VerifyEmailInput!) {\n    verifyEmail(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n": types.VerifyEmailDocument,
    "\n  mutation ResendVerification($input: ResendVerificationInput!) {\n    resendVerification(input: $input) {\n      ok\n    }\n  }\n": types.ResendVerificationDocument,
    "\n  mutation Logout {\n    logout {\n      ok\n    }\n  }\n": types.LogoutDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SessionViewer {\n    viewer {\n      id\n      userId\n      email\n      name\n      picture\n      createdAt\n    }\n  }\n"): (typeof documents)["\n  query SessionViewer {\n    viewer {\n      id\n      userId\n      email\n      name\n      picture\n      createdAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Login($input: LoginInput!) {\n    login(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      ok\n    }\n  }\n"): (typeof documents)["\n  mutation Register($input: RegisterInput!) {\n    register(input: $input) {\n      ok\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation VerifyEmail($input: VerifyEmailInput!) {\n    verifyEmail(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation VerifyEmail($input: VerifyEmailInput!) {\n    verifyEmail(input: $input) {\n      token\n      viewer {\n        id\n        userId\n        email\n        name\n        picture\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResendVerification($input: ResendVerificationInput!) {\n    resendVerification(input: $input) {\n      ok\n    }\n  }\n"): (typeof documents)["\n  mutation ResendVerification($input: ResendVerificationInput!) {\n    resendVerification(input: $input) {\n      ok\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Logout {\n    logout {\n      ok\n    }\n  }\n"): (typeof documents)["\n  mutation Logout {\n    logout {\n      ok\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;