import type { BridgeRoute, DataPlane, SpaceRef } from '../../api/data/contract.ts';
import { RecordingPlane } from './recording-plane.ts';

/**
 * A list of records per space, enough to see in a browser that a call arrives, stays in its space and comes back. What
 * the data plane itself does is tested with the real one.
 */
export class MemoryPlane extends RecordingPlane implements DataPlane {
  readonly records = new Map<string, unknown[]>();

  override async respond(space: SpaceRef, route: BridgeRoute, request: Request): Promise<Response> {
    const records = this.records.get(space.id) ?? [];
    this.records.set(space.id, records);
    if (route === '_graphql') return Response.json({ data: { count: records.length } });
    if (route === '_data/query' || request.method === 'GET') return Response.json({ ok: true, records });
    const record: unknown = await request.json();
    records.push(record);
    return Response.json({ ok: true, id: String(records.length), record }, { status: 201 });
  }
}
