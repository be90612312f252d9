import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { createCurrentProjects } from './current-projects.ts';

describeEachDatabase('a project that is asked for often', (get) => {
  it('is one object while nothing changes, and another after any change, by whomever', async () => {
    const { prisma } = get();
    await prisma.user.create({ data: { id: 'owner', email: 'owner@example.org', name: 'Owner' } });
    const content = { kind: 'form', document: '{}', published: true, schemaVersion: 1 };
    await prisma.project.create({ data: { id: 'one', ownerId: 'owner', slug: 'shown', ...content } });
    await prisma.projectHost.create({
      data: { projectId: 'one', host: 'a.example.org', heldHost: 'a.example.org', token: 't' },
    });
    const current = createCurrentProjects(get());
    const first = await current.find({ id: 'one' });
    expect(first).toMatchObject({ id: 'one', document: '{}' });
    expect(await current.find({ slug: 'shown' })).toBe(first);
    expect(await current.find({ customHost: 'a.example.org' })).toBeNull();
    await prisma.projectHost.updateMany({ data: { verifiedAt: new Date() } });
    expect(await current.find({ customHost: 'a.example.org' })).toBe(first);

    const changes = [
      { document: '{"title":"Other"}', version: { increment: 1 } },
      { settings: { closesAt: '2020-01-01T00:00:00Z' }, version: { increment: 1 } },
      { webhookSecret: 'another' },
      { deletedAt: new Date() },
    ];
    let before = first;
    for (const data of changes) {
      // As another process does it: this one is not told.
      await prisma.project.update({ where: { id: 'one' }, data });
      const after = await current.find({ id: 'one' });
      expect(after).not.toBe(before);
      expect(after).toEqual(await prisma.project.findUnique({ where: { id: 'one' } }));
      before = after;
    }
    await prisma.projectHost.deleteMany();
    await prisma.project.delete({ where: { id: 'one' } });
    expect(await current.find({ id: 'one' })).toBeNull();
    expect(await current.find({ id: 'none' })).toBeNull();
  });
});
