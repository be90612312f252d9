import { Kind, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql';

/** The document that a text is; null while it is not one. */
export function documentOf(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    // The editor marks what is wrong, and the server says it to whoever runs it anyway.
    return null;
  }
}

export function operationsOf(document: DocumentNode | null): readonly OperationDefinitionNode[] {
  return (document?.definitions ?? []).filter((one) => one.kind === Kind.OPERATION_DEFINITION);
}

/** Which operation runs: the one in which the cursor stands, else the last one before it, else the first. */
export function operationAt(
  operations: readonly OperationDefinitionNode[],
  offset: number,
): OperationDefinitionNode | null {
  const begun = operations.filter(({ loc }) => (loc?.start ?? 0) <= offset);
  return begun.at(-1) ?? operations[0] ?? null;
}
