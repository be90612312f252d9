import type { RuntimeOperation } from '../../../api/data/runtime-client.ts';

/** Changes in `api/data` that would let an app see or change rows of another one. */
export interface Mutant {
  readonly name: string;
  readonly edits: readonly {
    /** Below `api/data`. */
    readonly file: string;
    /** Stands in the file exactly once. */
    readonly from: string;
    readonly to: string;
  }[];
}

const edit = (name: string, file: string, from: string, to: string): Mutant => ({
  name,
  edits: [{ file, from, to }],
});
const scope = (name: string, from: string, to: string): Mutant => edit(name, 'scope.ts', from, to);

/** One operation passed over. */
const unscoped = (operation: RuntimeOperation): Mutant =>
  scope(
    `${operation}-unscoped`,
    "  refuseUndefined(args, '');",
    `  refuseUndefined(args, '');\n  if (operation === '${operation}') return args;`,
  );

export const MUTANTS: readonly Mutant[] = [
  scope(
    'filter-without-scope',
    '  return { AND: [own, injectRelationFilters(models, model, asArgs(where), scope)] };',
    '  return injectRelationFilters(models, model, asArgs(where), scope);',
  ),
  scope(
    'no-filter-no-scope',
    '  if (where === undefined) return own;',
    '  if (where === undefined) return {};',
  ),
  scope(
    'scope-or-filter',
    '  return { AND: [own, injectRelationFilters(models, model, asArgs(where), scope)] };',
    '  return { OR: [own, injectRelationFilters(models, model, asArgs(where), scope)] };',
  ),
  scope(
    'one-row-by-key-alone',
    `    case 'findUnique':
    case 'delete':
      return { ...filtered(args), where: injectUnique(model, args['where'], scope) };`,
    `    case 'findUnique':
      return filtered(args);
    case 'delete':
      return { ...filtered(args), where: injectUnique(model, args['where'], scope) };`,
  ),
  scope(
    'delete-by-key-alone',
    `    case 'findUnique':
    case 'delete':
      return { ...filtered(args), where: injectUnique(model, args['where'], scope) };`,
    `    case 'delete':
      return filtered(args);
    case 'findUnique':
      return { ...filtered(args), where: injectUnique(model, args['where'], scope) };`,
  ),
  scope(
    'update-by-key-alone',
    `        ...filtered(args),
        where: injectUnique(model, args['where'], scope),
        data: injectData(model, args['data'], scope),`,
    `        ...filtered(args),
        data: injectData(model, args['data'], scope),`,
  ),
  ...(['deleteMany', 'count', 'aggregate', 'groupBy', 'findFirst', 'findMany'] as const).map(unscoped),
  scope(
    'update-many-without-scope',
    `        where: injectWhere(models, model, args['where'], scope),
        data: injectData(model, args['data'], scope),`,
    `        where: args['where'],
        data: injectData(model, args['data'], scope),`,
  ),
  scope(
    'related-rows-without-scope',
    `    return [name, { ...nested, where: injectWhere(models, related, nested['where'], scope) }];`,
    `    return [name, nested];`,
  ),
  scope(
    'related-single-without-scope',
    `    return [name, { ...nested, where: injectWhere(models, related, nested['where'], scope) }];`,
    `    return [name, field.list ? { ...nested, where: injectWhere(models, related, nested['where'], scope) } : nested];`,
  ),
  scope(
    'related-lists-without-scope',
    `    return [name, { ...nested, where: injectWhere(models, related, nested['where'], scope) }];`,
    `    return [name, field.list ? nested : { ...nested, where: injectWhere(models, related, nested['where'], scope) }];`,
  ),
  scope(
    'related-of-related-without-scope',
    `    const nested = injectNested(models, related, value === true ? allValues(related) : asArgs(value), scope);`,
    `    const nested = value === true ? allValues(related) : asArgs(value);`,
  ),
  scope(
    'related-counts-without-scope',
    `    return [name, { where: injectWhere(models, relatedModel(models, field), where, scope) }];`,
    `    return [name, { where: where ?? {} }];`,
  ),
  scope(
    'some-without-scope',
    `operator === 'every' ? { OR: [{ NOT: own }, scoped] } : { AND: [own, scoped] }];`,
    `operator === 'every' ? { OR: [{ NOT: own }, scoped] } : operator === 'some' ? scoped : { AND: [own, scoped] }];`,
  ),
  scope(
    'none-without-scope',
    `operator === 'every' ? { OR: [{ NOT: own }, scoped] } : { AND: [own, scoped] }];`,
    `operator === 'every' ? { OR: [{ NOT: own }, scoped] } : operator === 'none' ? scoped : { AND: [own, scoped] }];`,
  ),
  scope(
    'every-without-scope',
    `operator === 'every' ? { OR: [{ NOT: own }, scoped] } : { AND: [own, scoped] }];`,
    `operator === 'every' ? scoped : { AND: [own, scoped] }];`,
  ),
  scope(
    'logic-not-looked-into',
    `      return [key, Array.isArray(value) ? value.map(each) : each(value)];`,
    `      return [key, value];`,
  ),
  scope(
    'first-scope-kept-for-all',
    `    const scoped = injectScope(models, model, operation, args, scope);`,
    `    const kept = globalThis as { keptScope?: string };
    const scoped = injectScope(models, model, operation, args, (kept.keptScope ??= scope));`,
  ),
  scope(
    'pages-read-unscoped',
    `    readJson: (model, args) => sql.rows(model, injectScope(models, model, 'findMany', args, scope)),`,
    `    readJson: (model, args) => sql.rows(model, args),`,
  ),
  edit(
    'single-row-stands-in',
    'sql/where.ts',
    ' ON ${joinSql(keys, source, other)} AND ${space}`);',
    ' ON ${joinSql(keys, source, other)}`); void space;',
  ),
  edit(
    'single-row-filter-unread',
    'sql/row.ts',
    "  const where = whereSql(statement, other, (args['where'] ?? {}) as Args);\n  const row",
    '  const where = null as string | null;\n  const row',
  ),
  edit(
    'counts-filter-unread',
    'sql/row.ts',
    "    const where = whereSql(statement, other, ((value as Args)['where'] ?? {}) as Args);\n    const all",
    '    const where = null as string | null; void value;\n    const all',
  ),
  edit(
    'scope-is-not-a-column',
    'sql/where.ts',
    "  if (name === model.scopeField) return `${source.column(name)} = ${statement.bind(String(value), 'text')}`;",
    '  if (name === model.scopeField) return null;',
  ),
  edit(
    'space-of-the-last-opened',
    'live-spaces.ts',
    '    get: (spaceId) => kept.get(spaceId)?.space,',
    '    get: () => [...kept.values()][0]?.space,',
  ),
  edit(
    'one-endpoint-for-all',
    'graphql/answer.ts',
    'space.remember(ENDPOINTS[caller], () => createEndpoint(space, caller, log))',
    '((globalThis as { keptEndpoint?: Endpoint }).keptEndpoint ??= createEndpoint(space, caller, log))',
  ),
  edit('node-of-any-app', 'graphql/node-id.ts', 'parsed[0] !== spaceId || ', ''),
  edit('events-of-all-apps', 'events/row-events.ts', 'subscriber.spaceId === spaceId && ', ''),
  {
    name: 'scope-from-the-filter',
    edits: [
      {
        file: 'where.ts',
        from: '    else if (name !== SCOPE_NAME)',
        to: `    else if (name === SCOPE_NAME) conditions.push({ [model.scopeField]: value });
    else`,
      },
      {
        file: 'scope.ts',
        from: '  if (where === undefined) return own;',
        to: '  if (where === undefined) return own;\n  if (model.scopeField in asArgs(where)) return asArgs(where);',
      },
    ],
  },
];
