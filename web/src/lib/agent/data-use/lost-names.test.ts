import { describe, expect, it } from 'vitest';
import { DraftChecker, checkDraft, problemsOf } from '../checks/draft.ts';

const BEFORE = `model Task {
  id   String @id
  text String
  due  DateTime?
  tags Tag[]
}
model Tag {
  id     String @id
  label  String
  taskId String?
  task   Task?  @relation(fields: [taskId], references: [id])
}
model Note {
  id   String @id
  body String
}
`;
/** `due` became `until`, `label` is gone, and so is `Note`. */
const AFTER = BEFORE.replace('due  DateTime?', 'until DateTime? @was("due")')
  .replace('  label  String\n', '')
  .replace(/model Note[^}]*\}\n/, '');

const lost = (script: string, after = AFTER, before = BEFORE) =>
  new DraftChecker()
    .lost({ files: new Map([['app.js', script]]), aml: after }, before)
    .map(({ name, now, line, col }) => `${name}${now === null ? '' : ` now ${now}`} ${line}:${col}`);

describe('what the data model had and the files still name', () => {
  it.each([
    ['a model in a query', 'platform.query({ entity: "Note" })', ['Note 1:26']],
    ['a model in a submit', 'await window.platform.submit({ body }, { entity: "Note" });', ['Note 1:50']],
    [
      'a model in one of several queries',
      'platform.query([{ entity: "Task" }, { entity: "Note" }])',
      ['Note 1:47'],
    ],
    ['a method taken out', 'const { query: ask } = window.platform;\nask({ entity: "Note" })', ['Note 2:15']],
    [
      'another name for the bridge',
      'const db = window.platform;\ndb.query({ entity: `Note` })',
      ['Note 2:20'],
    ],
    ['a constant', 'const NOTE = "Note";\nplatform.query({ entity: NOTE })', ['Note 2:26']],
    [
      'a helper that is told the model',
      'const load = (entity, more) => platform.query({ entity, ...more });\nload("Note"); load("Task"); title = "A Note";',
      ['Note 2:6'],
    ],
    [
      'a field that is stored',
      'platform.submit({\n  text,\n  due: 1 }, { entity: "Task" })',
      ['Task.due now until 3:3'],
    ],
    ['values with a name', 'const values = { due };\nplatform.submit(values);', ['Task.due now until 1:18']],
    [
      'a field in a condition, in what is selected and in the order',
      'platform.query({ entity: "Task",\n where: { OR: [{ due: null }], text: "due" },\n select: ["id", "due"],\n orderBy: "-due" })',
      ['Task.due now until 2:18', 'Task.due now until 3:17', 'Task.due now until 4:11'],
    ],
    [
      'a field of related rows',
      'platform.query({ entity: "Task", select: { tags: { select: ["label"] } } })',
      ['Tag.label 1:61'],
    ],
    [
      'GraphQL',
      'platform.graphql(`query {\n  tasks(orderBy: [{ due: desc }]) { edges { node { id due tags { nodes { label } } } } }\n  notes { totalCount }\n}`)',
      ['Task.due now until 2:21', 'Task.due now until 2:55', 'Tag.label 2:74', 'Note 3:3'],
    ],
    [
      'GraphQL with parts that are filled in',
      'platform.graphql(`{ tasks(first: ${most}) { edges { node { due ${more} } } } }`)',
      ['Task.due now until 1:60'],
    ],
    ['a mutation', 'const q = \'mutation { deleteNote(id: "1") { id } }\';', ['Note 1:23']],
    [
      'variables',
      'platform.graphql("mutation ($d: TaskCreateInput!) { createTask(data: $d) { id } }", { d: { due } })',
      ['Task.due now until 1:92'],
    ],
    ['a fragment', 'const F = `fragment F on Task { due }`', ['Task.due now until 1:33']],
  ])('hears of %s', (_name, script, found) => {
    expect(lost(script)).toEqual(found);
  });

  it('reads scripts within pages, at their lines', () => {
    const page = '<!doctype html>\n<script>\nplatform.query({ entity: "Note" })\n</script>';
    const [use] = new DraftChecker().lost({ files: new Map([['index.html', page]]), aml: AFTER }, BEFORE);
    expect(use).toMatchObject({ path: 'index.html', name: 'Note', line: 3 });
  });

  it.each([
    ['what is there still', 'platform.query({ entity: "Task", select: ["text"] })'],
    ['words that only look alike', 'title = "Note"; form.submit({ due: 1 }); label.due = 2;'],
    ['fields of the same name elsewhere', 'platform.submit({ label: 1 }, { entity: "Task" })'],
    ['values', 'platform.query({ entity: "Task", where: { text: "due" } })'],
    ['half a script', 'platform.query({ entity: "Note"'],
  ])('says nothing of %s', (_name, script) => {
    expect(lost(script)).toEqual([]);
  });

  it('knows a model that was renamed, and one that was the first', () => {
    const renamed = BEFORE.replace('model Task {', 'model Job {\n  @@was("Task")').replace(
      'task   Task?',
      'task   Job?',
    );
    expect(lost('platform.query({ entity: "Task" })', renamed)).toEqual(['Task now Job 1:26']);
    const swapped = 'model Log {\n  id String @id\n}\n' + BEFORE;
    const files = new Map([['app.js', 'platform.submit({ text })']]);
    expect(new DraftChecker().lost({ files, aml: swapped }, BEFORE)).toEqual([
      { path: 'app.js', name: 'Task', now: null, isFirst: true, line: 1, col: 1 },
    ]);
  });

  it('says nothing while a data model has mistakes, nor when nothing went', () => {
    expect(lost('platform.query({ entity: "Note" })', 'model {')).toEqual([]);
    expect(lost('platform.query({ entity: "Note" })', BEFORE)).toEqual([]);
  });
});

it('warns of a call that names a model which is not there, and tells whoever writes the data model', () => {
  const files = new Map([
    [
      'index.html',
      '<!doctype html><html lang="en"><title>x</title>\n<script>platform.query({ entity: "Nots" })</script>',
    ],
  ]);
  const problems = checkDraft({ files, aml: BEFORE });
  expect(problems).toEqual([
    {
      path: 'index.html',
      line: 2,
      col: 26,
      severity: 'warning',
      code: 'no_such_model',
      message: 'The data model has no model named Nots.',
      hint: 'Did you mean Note?',
    },
  ]);
  expect(problemsOf(problems, 'model.aml')).toHaveLength(1);
});
