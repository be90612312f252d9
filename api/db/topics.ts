import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { listen } from './listen.ts';
import { createNotifier } from './notifier.ts';

const CHANNEL = 'topic_changed';

export interface TopicListener {
  /** Something about one of the topics has changed; what it is now has to be read. */
  onChange(): void;
  /** Changes may be missed from now on. */
  onLost(): void;
}

/** Who wants to know that something changed, and who changes it, in this process and in all others. */
export interface Topics {
  /** Tells of a committed change. A topic is short text, such as `draft:<id>`. */
  tell(topic: string): void;
  /** Once this resolves no change is missed. @returns how to stop listening */
  listen(topics: readonly string[], listener: TopicListener): Promise<() => void>;
  /** Tells everybody that nothing is heard any more: the server is about to stop. */
  end(): void;
  close(): Promise<void>;
}

/** In this process at once, to others by LISTEN and NOTIFY on one channel for all topics. */
export function createTopics(db: Database, log: Logger): Topics {
  // Tells one's own notifications from those of others.
  const sender = randomUUID();
  const listeners = new Map<string, Set<TopicListener>>();
  const notifier = createNotifier(db, CHANNEL, log);
  const bus = listen({
    db,
    log,
    channel: CHANNEL,
    onPayload(payload) {
      const [from, topic] = payload.split(' ');
      if (from !== sender && topic !== undefined) change(topic);
    },
    onLost: end,
  });

  function change(topic: string): void {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener.onChange();
  }

  function end(): void {
    for (const listener of new Set([...listeners.values()].flatMap((set) => [...set]))) listener.onLost();
  }

  return {
    tell(topic) {
      change(topic);
      notifier.send(`${sender} ${topic}`);
    },
    async listen(topics, listener) {
      for (const topic of topics) {
        const set = listeners.get(topic) ?? new Set();
        listeners.set(topic, set.add(listener));
      }
      const leave = (): void => {
        for (const topic of topics) {
          const set = listeners.get(topic);
          set?.delete(listener);
          if (set?.size === 0) listeners.delete(topic);
        }
      };
      try {
        await bus.ready();
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    end,
    async close() {
      await bus.close();
      await notifier.close();
    },
  };
}
