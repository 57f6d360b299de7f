/** Stores the logins to MCP servers in `<data>/mcp/tokens.json`, readable only by its owner. A login belongs to one address and one authorization server. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../../contracts/errno.ts';
import { IsoTime, listOf, record } from '../../../contracts/shapes/shape.ts';

const Login = record({
  /** The address that the token is for: the token is not sent to any other. */
  server: z.string(),
  issuer: z.string(),
  authorization_server: z.string(),
  /** The authorization server's metadata at the time of signing in: a refresh goes to the address in it. */
  metadata: z.record(z.string(), z.unknown()),
  client: z.looseObject({ client_id: z.string() }),
  resource: z.string().optional(),
  tokens: record({ access_token: z.string(), refresh_token: z.string().optional(), token_type: z.string(), scope: z.string().optional() }),
  /** When the access token expires; absent if unknown. */
  expires_at: IsoTime.optional(),
  at: IsoTime,
});
export type Login = z.infer<typeof Login>;

/** Failure contract: a file that cannot be read counts as missing; a failed write throws. */
export type Logins = {
  /** The login to an address; undefined before the first sign-in. */
  read(server: string): Login | undefined;
  write(login: Login): void;
  /** Removes a login; returns whether it existed. */
  remove(server: string): boolean;
  /** All tokens that have been read or written here, so that they can be removed from what servers return. */
  seen(): readonly string[];
  /** Why the file cannot be used; undefined if it can be used or does not exist. */
  damage(): string | undefined;
};

const File = record({ logins: listOf(Login) });

export const tokensFile = (data: string): string => join(data, 'mcp', 'tokens.json');

export function openLogins(data: string): Logins {
  const path = tokensFile(data);
  const seen = new Set<string>();
  const see = (login: Login | undefined): Login | undefined => {
    for (const token of [login?.tokens.access_token, login?.tokens.refresh_token]) if (token !== undefined) seen.add(token);
    return login;
  };

  function readAll(): readonly Login[] | { readonly damage: string } {
    try {
      const read = File.safeParse(JSON.parse(readFileSync(path, 'utf8')));
      return read.data?.logins ?? { damage: 'it is damaged' };
    } catch (error) {
      return errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR'
        ? []
        : { damage: `it cannot be read (${errnoOf(error) ?? 'it is not JSON'})` };
    }
  }

  const all = (): readonly Login[] => {
    const read = readAll();
    return 'damage' in read ? [] : read;
  };

  function save(logins: readonly Login[]): void {
    const draft = `${path}.${process.pid}`;
    mkdirSync(join(data, 'mcp'), { recursive: true, mode: 0o700 });
    try {
      rmSync(draft, { force: true }); // a file that an earlier process with the same id left may have another mode
      writeFileSync(draft, `${JSON.stringify({ logins })}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  return {
    read: (server) => see(all().find((each) => each.server === server)),
    write(login) {
      see(login);
      save([...all().filter(({ server }) => server !== login.server), login]);
    },
    seen: () => [...seen],
    remove(server) {
      const others = all().filter((each) => each.server !== server);
      const wasThere = others.length < all().length;
      if (wasThere) save(others);
      return wasThere;
    },
    damage() {
      const read = readAll();
      return 'damage' in read ? read.damage : undefined;
    },
  };
}

/** The state of a login: `expired` means that it cannot be renewed without the person. */
export function loginState(login: Login | undefined, now: Date): 'none' | 'valid' | 'renewable' | 'expired' {
  if (!login) return 'none';
  if (login.expires_at === undefined || Date.parse(login.expires_at) > now.getTime()) return 'valid';
  return login.tokens.refresh_token === undefined ? 'expired' : 'renewable';
}
