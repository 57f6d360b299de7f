/** `artoo mcp remove`: removes a server from the person's own file. */
import { ownConfigFile } from '../../config/files/config-files.ts';
import { changeOwnFile } from '../../config/files/own-file.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isLocal } from '../../tools/mcp/server.ts';
import { openLogins } from '../../tools/mcp/signing-in/logins.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { serverNamed } from './server-named.ts';

export async function removeServer(called: CalledPart): Promise<number> {
  const { data, terminal } = called;
  const { name, server, from, isOwn } = await serverNamed(called);
  if (!isOwn)
    throw new ArtooError('usage', `${name} is not in your own file, but in ${from}; artoo trust revoke withdraws your trust in that file`);
  const changed = await changeOwnFile(data, async (text) =>
    (await import('../../config/servers/server-text.ts')).withoutServer(text, name),
  );
  if (!changed.ok) throw new ArtooError('usage', changed.error);
  const wasSignedIn = !isLocal(server) && openLogins(data).remove(server.url);
  if (wasSignedIn) terminal.note('Your sign-in has been deleted from this machine; the server itself may still accept it.');
  const file = ownConfigFile(data);
  return report(called, { removed: name, file }, () => [`${name} has been removed from ${visible(file)}.`]);
}
