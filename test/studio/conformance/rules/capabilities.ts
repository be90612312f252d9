import {
  design,
  must,
  mustBeObject,
  mustBeObjects,
  mustEqual,
  mustHaveShape,
  spec,
  type Loose,
  type Rule,
} from '../rule.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

async function describe(studio: StudioUnderTest): Promise<Loose> {
  return mustBeObject(await studio.result('describe'), 'what `describe` answers');
}

async function manifest(studio: StudioUnderTest): Promise<Loose> {
  return mustBeObject((await describe(studio))['manifest'], 'the manifest');
}

const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  form: ['fieldCount', 'addField', 'updateField', 'moveField', 'removeField'],
  slides: ['slideCount', 'list', 'add', 'update', 'move', 'remove', 'goto'],
};

export const CAPABILITY_RULES: readonly Rule[] = [
  {
    id: 'S4.8-describe',
    quote: spec('4.8', '`{ vertical, ops[], schemaKind, schemaVersion?, screenshotTargets?, manifest? }`'),
    async check(studio) {
      const types = { vertical: 'string', ops: 'list', schemaKind: 'string' };
      mustHaveShape(
        await describe(studio),
        { ...types, 'schemaVersion?': 'number', 'screenshotTargets?': 'list', 'manifest?': 'object' },
        'what `describe` answers',
      );
    },
  },
  {
    id: 'D11-describe-values',
    quote: design('`describe`: `vertical` form or slides, `schemaKind` "json-schema"'),
    async check(studio) {
      const { vertical, schemaKind, ops } = await describe(studio);
      must(vertical === 'form' || vertical === 'slides', `the vertical is ${String(vertical)}`);
      mustEqual(schemaKind, 'json-schema', '`schemaKind`');
      must(Array.isArray(ops) && ops.every((op) => typeof op === 'string'), '`ops` is no list of texts');
    },
  },
  {
    id: 'D11-describe-targets',
    quote: design('`screenshotTargets` strings ("document", "field:<key>", "slide:<n>")'),
    async check(studio, { vertical }) {
      const { screenshotTargets } = await describe(studio);
      const expected = ['document', vertical === 'form' ? 'field:<key>' : 'slide:<n>'];
      mustEqual(screenshotTargets, expected, '`screenshotTargets`');
    },
  },
  {
    id: 'S4.8-manifest-tools',
    quote: spec('4.8', '`StudioToolSpec { op, name, description, inputSchema }`'),
    async check(studio) {
      const tools = mustBeObjects((await manifest(studio))['tools'], 'the tools');
      const types = { op: 'string', name: 'string', description: 'string', inputSchema: 'object' };
      for (const tool of tools) mustHaveShape(tool, types, 'a tool');
    },
  },
  {
    id: 'S4.8-manifest-skills',
    quote: spec('4.8', '`StudioSkillSpec { name, description, instructions }`'),
    async check(studio) {
      const { skills = [], ...rest } = await manifest(studio);
      const types = { name: 'string', description: 'string', instructions: 'string' };
      for (const skill of mustBeObjects(skills, 'the skills')) mustHaveShape(skill, types, 'a skill');
      mustEqual(
        Object.keys(rest).filter((member) => member !== 'tools'),
        [],
        'members of the manifest that it has not',
      );
    },
  },
  {
    id: 'D11-manifest-operations',
    quote: design('`manifest.tools` the `invoke` operations'),
    async check(studio, { vertical }) {
      const tools = mustBeObjects((await manifest(studio))['tools'], 'the tools');
      const ops = tools.map(({ op }) => op);
      const missing = (OPERATIONS[vertical] ?? []).filter((op) => !ops.includes(op));
      mustEqual(missing, [], `operations of ${vertical} that the manifest does not list`);
      for (const op of ops) {
        const reply = await studio.ask('invoke', { op });
        const { code } = Object(reply['error']) as Loose;
        must(
          code !== 'unknown_op' && code !== 'internal',
          `${String(op)} is listed, and invoke answers ${String(code)}`,
        );
      }
    },
  },
];
