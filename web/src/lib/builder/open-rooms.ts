/** What a register of open rooms needs to know about each. */
export interface OpenRoom {
  readonly draftId: string;
  readonly chat: { readonly running: boolean };
  /** Ends what runs in it and saves nothing more. */
  close(): void;
  /** Nobody looks at it any more and nothing runs in it. */
  left(): void;
}

/** The rooms of one session, by draft: a turn goes on while its person looks at something else. */
export class OpenRooms<R extends OpenRoom> {
  readonly #open = new Map<string, { readonly room: R; visitors: number }>();

  /** The open room of a draft, with one visitor more; null when it must be loaded. */
  visit(draftId: string): R | null {
    const open = this.#open.get(draftId);
    if (open === undefined) return null;
    open.visitors += 1;
    return open.room;
  }

  /** A room that was just loaded, with its first visitor. */
  add(room: R): void {
    this.#open.set(room.draftId, { room, visitors: 1 });
  }

  /** One visitor less. The room is forgotten unless a turn runs in it. */
  leave(room: R): void {
    const open = this.#entryOf(room);
    if (open === undefined) return;
    open.visitors -= 1;
    this.forgetIfLeft(room);
  }

  forgetIfLeft(room: R): void {
    const open = this.#entryOf(room);
    if (open === undefined || open.visitors > 0 || room.chat.running) return;
    this.#open.delete(room.draftId);
    room.left();
  }

  each(visit: (room: R) => void): void {
    for (const { room } of this.#open.values()) visit(room);
  }

  /**
   * Ends every room: the next session is perhaps another person's.
   * @returns whether a turn ran in one of them
   */
  closeAll(): boolean {
    const rooms = [...this.#open.values()].map(({ room }) => room);
    this.#open.clear();
    const ran = rooms.some(({ chat }) => chat.running);
    for (const room of rooms) room.close();
    return ran;
  }

  /** A closed room must not count its visitors on the one that took its place. */
  #entryOf(room: R): { readonly room: R; visitors: number } | undefined {
    const open = this.#open.get(room.draftId);
    return open?.room === room ? open : undefined;
  }
}
