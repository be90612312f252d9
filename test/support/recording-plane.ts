import type { Caller } from '../../api/data/asker.ts';
import type { BridgeRoute, DataPlane, SpaceRef } from '../../api/data/contract.ts';
import { okAnswer } from '../../api/http/envelope.ts';
import type { PlainAnswer } from '../../api/http/plain-answer.ts';

export interface RecordedCall {
  readonly space: SpaceRef;
  readonly route: BridgeRoute;
  readonly caller: Caller;
  readonly url: string;
  readonly method: string;
  readonly body: string;
}

/**
 * Stands where the data plane stands, for tests of what the publish origin itself adds: headers, routing, the visitor's
 * rights. It keeps what it was asked and answers what the test says.
 */
export class RecordingPlane implements DataPlane {
  readonly calls: RecordedCall[] = [];
  says: () => PlainAnswer = () => okAnswer({});

  async answer(space: SpaceRef, route: BridgeRoute, request: Request, caller: Caller): Promise<PlainAnswer> {
    const body = await request.text();
    this.calls.push({ space, route, caller, url: request.url, method: request.method, body });
    return this.says();
  }

  respond(): never {
    throw new Error('The publish origin takes plain answers.');
  }

  check(): never {
    throw new Error('The publish origin checks no AML.');
  }

  plan(): never {
    throw new Error('The publish origin plans nothing.');
  }

  apply(): never {
    throw new Error('The publish origin applies nothing.');
  }

  owner(): never {
    throw new Error('The publish origin has no owner.');
  }

  endStreams(): void {}
  async forget(): Promise<void> {}
  async drop(): Promise<void> {}
  watch(): void {}
  async hearing(): Promise<void> {}

  async close(): Promise<void> {}
}
