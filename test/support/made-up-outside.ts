/** An outside network that a test makes up: names have whatever addresses it gives them, and one local server answers on all of these. */
import { type Outside, outsideWorld } from '../../src/tools/network/outside.ts';

/** The addresses that each name resolves to. If it has a list of lists, each is the answer to one lookup, in order. */
export type Names = Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>;

export type MadeUpOutside = {
  readonly outside: Outside;
  /** The lookups and connections, in order: `look up example.org`, `connect 93.184.215.14:443`. */
  readonly left: readonly string[];
  /** The addresses that were connected to. */
  readonly connections: readonly string[];
};

/** `port`: the port of the server that answers. */
export function madeUpOutside(names: Names, port: () => number): MadeUpOutside {
  const real = outsideWorld();
  const left: string[] = [];
  const connections: string[] = [];
  const asked = new Map<string, number>();
  const outside: Outside = {
    async resolve(name, signal) {
      signal.throwIfAborted();
      left.push(`look up ${name}`);
      const answers = names[name] ?? [];
      const count = asked.get(name) ?? 0;
      asked.set(name, count + 1);
      const answer = Array.isArray(answers[0]) ? answers[Math.min(count, answers.length - 1)] : answers;
      if (!answer || answer.length === 0) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return answer as readonly string[]; // the line above shows that it is a list of texts
    },
    async connect(address, to, signal) {
      connections.push(`${address}:${to}`);
      left.push(`connect ${address}:${to}`);
      return real.connect('127.0.0.1', port(), signal);
    },
  };
  return { outside, left, connections };
}
