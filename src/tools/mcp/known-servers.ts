/** What is stored about servers between starts: what they offered last time, and which definitions the person approved. */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { IsoTime, listOf, record } from '../../contracts/shapes/shape.ts';
import { Definition, type Pin, pinOf } from './definition.ts';
import { isLocal, type LocalServer, type McpServer } from './server.ts';

/** The answers that a server gave last time. */
type Known = { readonly definitions: readonly Definition[]; readonly verdict?: PriorDiscovery };

/** Failure contract: a file that cannot be read or written counts as missing. */
export type KnownServers = {
  /** What is known about a server; undefined if nothing is known for this configuration. */
  read(name: string, server: McpServer): Known | undefined;
  write(name: string, server: McpServer, known: Known): void;
  /** The definition of a tool that the person last approved. */
  pin(name: string, server: McpServer, tool: string): Pin | undefined;
  /** Whether the person has approved tools of a different program or address with this name. */
  hasOther(name: string, server: McpServer): boolean;
  /** Records that the person has approved this definition. */
  agree(server: McpServer, definition: Definition): void;
};

const Offered = record({
  /** Identifies the configuration: a different program or address is a different server. */
  identity: z.string(),
  at: IsoTime,
  verdict: z.unknown().optional(),
  definitions: listOf(Definition),
});

const PinsOfOne = z.record(z.string(), record({ description: z.string(), input: z.string(), output: z.string() }));

/** Pins by the identity of the server, the most recently approved last. Older files contain a single one. */
const Pins = z.union([
  record({ servers: z.record(z.string(), PinsOfOne) }).transform(({ servers }) => servers),
  record({ identity: z.string(), pins: PinsOfOne }).transform(({ identity, pins }) => ({ [identity]: pins })),
]);

/** The number of servers with the same name for which pins are kept; tools of other servers need approval again. */
const maxIdentities = 50;

/** How long a probe result counts: an updated server may speak another era, so it is probed again after a week. */
const verdictMs = 7 * 24 * 3_600_000;

export function openKnownServers(data: string, now: () => Date = () => new Date()): KnownServers {
  const folder = join(data, 'mcp');
  const offers = (name: string) => join(folder, `${name}.tools.json`); // not `name.json`: `tokens.json` has another purpose, and a server may be called `tokens`
  const pins = (name: string) => join(folder, `${name}.pins.json`);

  function read(name: string, server: McpServer): Known | undefined {
    const found = readJson(offers(name), Offered);
    if (found?.identity !== identityOf(server)) return undefined;
    const isFresh = now().getTime() - Date.parse(found.at) < verdictMs;
    // the client checks this result, and probes again if it is outdated
    return { definitions: found.definitions, ...(isFresh && found.verdict ? { verdict: found.verdict as PriorDiscovery } : {}) };
  }

  const pinsOf = (name: string): Readonly<Record<string, Readonly<Record<string, Pin>>>> => readJson(pins(name), Pins) ?? {};

  return {
    read,
    write(name, server, { definitions, verdict }) {
      writeJson(folder, offers(name), { identity: identityOf(server), at: now().toISOString(), verdict, definitions });
    },
    pin: (name, server, tool) => Object.entries(pinsOf(name)[identityOf(server)] ?? {}).find(([known]) => known === tool)?.[1],
    hasOther: (name, server) => Object.keys(pinsOf(name)).some((identity) => identity !== identityOf(server)),
    agree(server, definition) {
      const { server: name, tool } = definition;
      const identity = identityOf(server);
      const { [identity]: own = {}, ...others } = pinsOf(name);
      const kept = Object.entries(others).slice(1 - maxIdentities);
      writeJson(folder, pins(name), { servers: { ...Object.fromEntries(kept), [identity]: { ...own, [tool]: pinOf(definition) } } });
    },
  };
}

/** Equal for the same program or address, even if the limits differ. */
function identityOf(server: McpServer): string {
  const parts = isLocal(server) ? programOf(server) : [server.url, server.headers];
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

const programOf = ({ command, args, env, contained, folder }: LocalServer): readonly unknown[] =>
  folder === undefined ? [command, args, env, contained] : [command, args, env, contained, folder];

function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function writeJson(folder: string, path: string, value: unknown): void {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}
