import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { irOf } from '../corpus/places.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { typeErrors } from '../corpus/type-errors.ts';
import { emitClientScript } from './client-script.ts';
import { emitClientTypes, emitPlatformTypes } from './client-types.ts';

const fixture = (name: string): URL => new URL(`fixtures/${name}`, import.meta.url);

describe('the types of the client', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aml-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('follow every query, and refuse what the server refuses', { timeout: 60_000 }, () => {
    writeFileSync(
      join(folder, 'client.d.ts'),
      emitClientTypes(irOf(readFileSync(fixture('shop.aml'), 'utf8'))),
    );
    writeFileSync(join(folder, 'platform.d.ts'), emitPlatformTypes());
    cpSync(fixture('use-client.ts.txt'), join(folder, 'use.ts'));
    expect(typeErrors(join(folder, 'use.ts'))).toEqual([]);
  });

  it('hold for every schema of the corpus', { timeout: 120_000 }, () => {
    const uses = [...readCorpus('prisma'), ...readCorpus('aml')].map(({ source }, i) => {
      const ir = irOf(source);
      writeFileSync(join(folder, `app${i}.d.ts`), emitClientTypes(ir));
      const readable = ir.models.find((model) => model.rules.read === 'anyone');
      const use = join(folder, `use${i}.ts`);
      const call = readable
        ? `const { records } = await createClient('').query([{ entity: '${readable.name}', select: ['${readable.primaryKey[0]}'] }]);\nexport const key = records[0][0]?.${readable.primaryKey[0]};`
        : 'createClient;';
      writeFileSync(use, `import { createClient } from './app${i}.js';\n${call}\nexport {};\n`);
      return use;
    });
    expect(typeErrors(...uses)).toEqual([]);
  });

  it('name no first model where visitors may not use it', () => {
    const types = emitClientTypes(
      irOf(
        'model A {\n  t String\n  @@allow(read, owner)\n  @@allow(create, owner)\n}\nmodel B {\n  t String\n}\n',
      ),
    );
    expect(types).not.toContain('options?: { entity?');
    expect(types).toContain('query: Q &');
  });
});

it('the script of the client is small', () => expect(emitClientScript().length).toBeLessThan(4_096));
