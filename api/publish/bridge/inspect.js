// Shows a value as text, as a console would: readable, never more than a bounded amount of it.

/** @param {unknown} given */
export function inspect(given) {
  const DEEPEST = 5;
  const MOST_MEMBERS = 50;
  const LINE = 72;
  /** @type {Set<unknown>} */
  const above = new Set();
  // Members left to show: a wide and deep object stays cheap, whatever its size.
  let budget = 400;

  /** @param {object} value */
  function nameOf(value) {
    const maker = Object.getPrototypeOf(value)?.constructor;
    return typeof maker === 'function' && maker.name !== 'Object' && maker.name !== 'Array' ? maker.name : '';
  }

  /**
   * @param {string} open
   * @param {readonly string[]} parts
   * @param {string} close
   * @param {number} depth
   */
  function joined(open, parts, close, depth) {
    const line = open + parts.join(', ') + close;
    if (line.length <= LINE && !line.includes('\n')) return line;
    const indent = '\n' + '  '.repeat(depth + 1);
    return open + indent + parts.join(',' + indent) + '\n' + '  '.repeat(depth) + close;
  }

  /**
   * @param {Iterable<unknown>} members
   * @param {number} size
   * @param {(member: any) => string} show
   */
  function some(members, size, show) {
    /** @type {string[]} */
    const parts = [];
    for (const member of members) {
      if (parts.length >= MOST_MEMBERS || budget <= 0) break;
      budget -= 1;
      parts.push(show(member));
    }
    if (parts.length < size) parts.push('... ' + (size - parts.length) + ' more');
    return parts;
  }

  /**
   * @param {object} value
   * @param {number} depth
   */
  function members(value, depth) {
    const keys = Object.keys(value);
    const parts = some(keys, keys.length, (key) => {
      const found = Object.getOwnPropertyDescriptor(value, key);
      const name = /^[\w$]+$/.test(key) ? key : JSON.stringify(key);
      return name + ': ' + (found && 'value' in found ? inner(found.value, depth + 1) : '(...)');
    });
    return joined('{', parts, '}', depth);
  }

  /**
   * @param {any} value
   * @param {number} depth
   * @returns {string}
   */
  function structure(value, depth) {
    const name = nameOf(value);
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (value instanceof Element) return /** @type {Element} */ (value.cloneNode(false)).outerHTML;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (depth > DEEPEST || budget <= 0) return name || (Array.isArray(value) ? '[...]' : '{...}');
    if (value instanceof Map) {
      const show = (/** @type {[unknown, unknown]} */ [key, member]) =>
        inner(key, depth + 1) + ' = ' + inner(member, depth + 1);
      return joined('Map(' + value.size + ') {', some(value, value.size, show), '}', depth);
    }
    const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    if (isList || value instanceof Set || value instanceof NodeList) {
      /** @type {any} */
      const list = value;
      const size = list.length ?? list.size;
      const parts = some(list, size, (member) => inner(member, depth + 1));
      const before = Array.isArray(value) ? '' : name + '(' + size + ') ';
      return joined(before + '[', parts, ']', depth);
    }
    return (name === '' ? '' : name + ' ') + members(value, depth);
  }

  /**
   * @param {unknown} value
   * @param {number} depth
   * @returns {string}
   */
  function inner(value, depth) {
    if (typeof value === 'string') return JSON.stringify(value.slice(0, 1000));
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'function') return 'function ' + value.name + '()';
    if (typeof value !== 'object' || value === null) return String(value);
    if (above.has(value)) return '[seen above]';
    above.add(value);
    try {
      return structure(value, depth);
    } catch {
      return Object.prototype.toString.call(value);
    } finally {
      above.delete(value);
    }
  }

  return typeof given === 'string' ? given : inner(given, 0);
}
