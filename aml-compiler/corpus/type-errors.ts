import ts from 'typescript';

/** What a strict TypeScript says about files and those that they import, with the lines. */
export function typeErrors(...paths: readonly string[]): readonly string[] {
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
