import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

/**
 * The declarations of a module as one file that imports nothing: its own, and the types of ours that they name, found
 * where the compiler finds them.
 * @param file path of the module
 * @param config path of the tsconfig.json that says how it is read
 */
export function bundledTypes(file, config) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    dirname(config),
  );
  const program = ts.createProgram([file], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    declarationMap: false,
    sourceMap: false,
    incremental: false,
    composite: false,
  });
  const checker = program.getTypeChecker();
  const own = program.getSourceFile(file);
  const declared = declarationsOf(program, own);
  const wanted = new Map();
  for (const { name, from } of importedNames(declared)) {
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(specifierOf(own, from)));
    take(exported.find((one) => one.name === name)?.declarations?.[0].getSourceFile(), name);
  }

  /** Interfaces and type aliases are their own declarations, with all that they name. */
  function take(source, name) {
    if (wanted.has(name)) return;
    const statement = typesOf(source).get(name);
    if (statement === undefined) throw new Error(`The SDK names ${name}, which is no type of a module.`);
    let text = statement.getFullText(source);
    wanted.set(name, text);
    const inner = (node) => {
      const named = ts.isTypeReferenceNode(node) ? node.typeName.getText(source) : null;
      if (named !== null && typesOf(source).has(named)) take(source, named);
      // A member of another module's type is written out.
      if (!ts.isIndexedAccessTypeNode(node)) return ts.forEachChild(node, inner);
      text = text.replace(node.getText(source), checker.typeToString(checker.getTypeFromTypeNode(node)));
    };
    inner(statement);
    wanted.set(name, text.trim());
  }

  const rest = declared.statements
    .filter((one) => !ts.isImportDeclaration(one))
    .map((one) => one.getFullText(declared).trim());
  return `${[...wanted.values(), ...rest].join('\n\n')}\n`;
}

function typesOf(source) {
  const types = (source?.statements ?? []).filter(
    (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one),
  );
  return new Map(types.map((one) => [one.name.text, one]));
}

function declarationsOf(program, file) {
  let text = '';
  program.emit(file, (_name, content) => (text = content), undefined, true);
  return ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.Latest, true);
}

function importedNames(declared) {
  return declared.statements.filter(ts.isImportDeclaration).flatMap((one) =>
    (one.importClause?.namedBindings?.elements ?? []).map(({ name, propertyName }) => ({
      name: (propertyName ?? name).text,
      from: one.moduleSpecifier.text,
    })),
  );
}

/** The specifier of an import as it stands in the module itself. */
function specifierOf(file, from) {
  return file.statements.find((one) => ts.isImportDeclaration(one) && one.moduleSpecifier.text === from)
    .moduleSpecifier;
}
