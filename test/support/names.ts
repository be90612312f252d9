const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names that somebody may try, in groups; every one is either refused with a hint or works to the end. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  graphql: words(
    `Query Mutation Subscription query mutation subscription __Schema __Type __typename __Field ID id Id String Int Float
    Boolean string int float boolean type input interface union scalar enum directive fragment on schema extend implements
    repeatable true false null Node node nodes nodeId edges pageInfo PageInfo cursor totalCount first after last before
    Connection Edge SortOrder TextMode StringFilter IntListFilter JSONFilter Where where orderBy aggregate AND OR NOT and or not`,
  ),
  prisma: words(
    `PrismaClient Prisma prisma model datasource generator Model Enum view View Bytes bytes Json JSON DateTime Decimal BigInt
    Unsupported dbgenerated autoincrement cuid uuid now relation Relation select include data create update delete upsert
    count findMany _count _id $transaction AtLeast Args Payload Field Fields fields is isNot some every none equals in
    contains startsWith endsWith mode path has set unset push increment skip take distinct`,
  ),
  javascript: words(
    `abstract arguments async await break case catch class const continue debugger default do else eval export extends final
    finally for from function get goto if import instanceof let native new of package private protected public return
    static super switch this throw throws transient try typeof undefined using var void volatile while with yield NaN
    Infinity globalThis window document Object Array Date Map Promise Symbol Function Error JSON Math constructor prototype
    __proto__ __defineGetter__ hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf then catch
    toJSON length name key value entries keys values self global process require module exports`,
  ),
  sql: words(
    `select order user group table column index primary references constraint check unique foreign grant limit offset all any
    array as asc desc both cast collate cross current_date current_user distinct except fetch full having ilike inner intersect
    into join lateral leading left like localtime natural nullif only outer over overlaps placing right session_user similar
    some symmetric then to trailing union using variadic verbose when where window zone ctid oid xmin xmax cmin cmax tableoid
    projectId projectid project_id ProjectId pg_class pg_user information_schema public row rows values system start end
    begin commit rollback drop insert alter truncate`,
  ),
  shape: [
    ...[
      'a',
      'A',
      'z9',
      'a_',
      'a__b',
      'a_b_c',
      'X'.repeat(48),
      'x'.repeat(49),
      'x'.repeat(64),
      'x'.repeat(5000),
    ],
    ...['aB'.repeat(24), `${'aB'.repeat(23)}aC`, `${'long_'.repeat(9)}one`, `${'long_'.repeat(9)}two`],
    ...[
      '_a',
      '9a',
      '1',
      '_',
      '-',
      'a-b',
      'a.b',
      'a b',
      'a$b',
      '$a',
      'a:b',
      '"a"',
      "a'b",
      'a;b',
      'a,b',
      '`a`',
      'a\\b',
    ],
    ...["x'); DROP TABLE y; --", 'a"b', '{a}', '<b>', 'a/b', '%s', '${x}', 'a\u0000b', 'a\tb'],
  ],
  unicode: [
    ...[
      'größe',
      'naïve',
      'Straße',
      '名前',
      'имя',
      'όνομα',
      'שם',
      'اسم',
      '😀',
      'a😀',
      'a\ud800',
      'e\u0301',
      'ﬁeld',
      'ｆｉｅｌｄ',
    ],
    // Look-alikes of Latin letters, and letters that fold to them: Cyrillic, Kelvin, long s, Turkish i.
    ...['\u0430bc', '\u0421lass', '\u212aelvin', '\u017fet', '\u0130d', '\u0131d', 'i\u0307d'],
    // Nothing to be seen.
    ...[
      'a\u200bb',
      'a\u200db',
      'a\u2060b',
      '\ufeffa',
      'a\u00adb',
      'a\u202eb',
      'a\u00a0b',
      'a\u3000b',
      '\u2028a',
      'a\u0301',
    ],
  ],
  generated: words(
    `TaskConnection TaskEdge TaskWhere TaskOrderBy TaskAggregate TaskCreateInput TaskUpdateInput TaskMin TaskSum TaskList
    TaskRelation Tasks tasks taskList createTask updateTask deleteTask TaskListWhere TaskRelationWhere TaskInput NewTask
    pk_task u_task_title i_task_title f_task_title task_id_seq pk_pk_task TaskFilter StringList Sheep News People Person
    Series Data Datum Children Child`,
  ),
};
