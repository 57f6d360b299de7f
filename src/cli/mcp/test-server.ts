/** `artoo mcp test`: starts a server, and shows what it offers, or what is wrong and what to do. */
import { containmentIn } from '../../app/wiring/assemble-tools.ts';
import { openMcp } from '../../app/wiring/open-mcp.ts';
import { closedBy } from '../../app/wiring/ruled-places.ts';
import { isProgram } from '../../config/doctor/server-check.ts';
import type { ServerSource } from '../../config/mcp-servers.ts';
import { settingsFrom } from '../../config/settings.ts';
import { visible } from '../../contracts/text/visible.ts';
import { failedCall } from '../../tools/mcp/failed-call.ts';
import { openKnownOffers } from '../../tools/mcp/known-offers.ts';
import { listOffers } from '../../tools/mcp/list-offers.ts';
import { isLocal } from '../../tools/mcp/server.ts';
import { remedyFor } from '../../view/machine/server-remedy.ts';
import { testedLines } from '../../view/machine/tested-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { configuredFor, serverNamed } from './server-named.ts';

export async function testServer(called: CalledPart): Promise<number> {
  const { data, signal, terminal } = called;
  const { name, server } = await serverNamed(called);
  if (isLocal(server) && !isProgram(server.command, terminal.env, terminal.cwd))
    return reportFailure(called, { name, server }, missingProgram(server.command));
  const settings = await configuredFor(called);
  const { servers } = openMcp({
    data,
    env: terminal.env,
    servers: { [name]: server },
    containment: () => containmentIn(terminal.env, data, signal, closedBy(settingsFrom(settings).rules)),
  });
  try {
    const connection = await servers.connection(name, { cwd: terminal.cwd, workspace: settings.workspace.value }, signal);
    const offers = await listOffers(connection, signal);
    openKnownOffers(data).write(name, offers);
    const tools = connection.definitions().map(({ tool, description }) => ({ name: tool, description }));
    return report(called, { ok: true, name, tools, ...offers }, () => testedLines({ name, tools, offers, width: terminal.width }));
  } catch (error) {
    signal.throwIfAborted();
    return reportFailure(called, { name, server }, error);
  } finally {
    servers.close();
  }
}

const missingProgram = (program: string): Error => Object.assign(new Error(`the program ${program} was not found`), { code: 'ENOENT' });

function reportFailure(called: CalledPart, { name, server }: Pick<ServerSource, 'name' | 'server'>, error: unknown): number {
  const { error: { class: failure, message } = { class: 'failed', message: '' } } = failedCall(name, error);
  const [why, remedy] = [visible(message), remedyFor({ name, server, failure, error })];
  return report(called, { ok: false, name, why, remedy }, () => [why, remedy], exits.failed);
}
