import { describe, expect, it } from 'vitest';
import { OpenRooms, type OpenRoom } from './open-rooms.ts';

function roomOf(draftId: string, running = false) {
  const room = {
    draftId,
    chat: { running },
    closed: false,
    close() {
      room.closed = true;
      room.chat.running = false;
    },
    left() {},
  };
  return room satisfies OpenRoom;
}

describe('the open rooms', () => {
  it('keep a room while a turn runs in it, and forget it afterwards', () => {
    const rooms = new OpenRooms<ReturnType<typeof roomOf>>();
    const room = roomOf('d1', true);
    rooms.add(room);
    rooms.leave(room);
    expect(rooms.visit('d1')).toBe(room);
    room.chat.running = false;
    rooms.leave(room);
    expect(rooms.visit('d1')).toBeNull();
  });

  it('hand out nothing of a session that has ended, and stop its turns', () => {
    const rooms = new OpenRooms<ReturnType<typeof roomOf>>();
    const [quiet, busy] = [roomOf('d1'), roomOf('d2', true)];
    rooms.add(quiet);
    rooms.add(busy);
    expect(rooms.closeAll()).toBe(true);
    expect([quiet.closed, busy.closed]).toEqual([true, true]);
    expect(rooms.visit('d1')).toBeNull();
    expect(rooms.visit('d2')).toBeNull();
    expect(rooms.closeAll()).toBe(false);
  });

  it('do not let a closed room count on the one that took its place', () => {
    const rooms = new OpenRooms<ReturnType<typeof roomOf>>();
    const [old, fresh] = [roomOf('d1', true), roomOf('d1')];
    rooms.add(old);
    rooms.closeAll();
    rooms.add(fresh);
    rooms.leave(old);
    rooms.forgetIfLeft(old);
    expect(rooms.visit('d1')).toBe(fresh);
  });
});
