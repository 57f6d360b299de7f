/** What servers offered last time besides tools, for completion without asking them. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { Offers } from './list-offers.ts';

/** Failure contract: a file that cannot be read or written counts as missing. */
export type KnownOffers = {
  read(server: string): Offers | undefined;
  write(server: string, offers: Offers): void;
};

export function openKnownOffers(data: string): KnownOffers {
  const folder = join(data, 'mcp');
  const path = (server: string) => join(folder, `${server}.offers.json`);
  return {
    read(server) {
      try {
        return Offers.safeParse(parsedJson(readFileSync(path(server), 'utf8'))).data;
      } catch {
        return undefined;
      }
    },
    write(server, offers) {
      const draft = `${path(server)}.${process.pid}`;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(draft, JSON.stringify(offers), { mode: 0o600 });
        renameSync(draft, path(server));
      } catch {
        rmSync(draft, { force: true });
      }
    },
  };
}
