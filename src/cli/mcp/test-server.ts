/** `artoo mcp test`: starts a server, and says what it offers, or what is wrong and what to do. */
import { closedBy, containmentIn } from '../../app/wiring/assemble-tools.ts';
import { openMcp } from '../../app/wiring/open-mcp.ts';
import { isProgram } from '../../config/doctor/server-check.ts';
import type { ServerSource } from '../../config/mcp-servers.ts';
import { settingsFrom } from '../../config/settings.ts';
import { visible } from '../../contracts/text/visible.ts';
import { failedCall } from '../../tools/mcp/failed-call.ts';
import { openKnownOffers } from '../../tools/mcp/known-offers.ts';
import { listOffers } from '../../tools/mcp/offers.ts';
import { isLocal } from '../../tools/mcp/server.ts';
import type { ToolErrorClass, ToolResult } from '../../tools/tool.ts';
import { remedyFor } from '../../view/machine/server-remedy.ts';
import { testedLines } from '../../view/machine/tested-lines.ts';
import { exits } from '../command.ts';
import { type McpCommand, report, serverNamed } from './mcp-command.ts';

export async function testServer(command: McpCommand): Promise<number> {
  const { data, signal, terminal, configured } = command;
  const { name, server } = await serverNamed(command);
  const missing = isLocal(server) && !isProgram(server.command, terminal.env, terminal.cwd);
  if (missing)
    return reportFailure(
      command,
      { name, server },
      failedCall(name, new Error(`the program ${server.command} is not there`)),
      'missing_program',
    );
  const settings = await configured();
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
    return report(command, { ok: true, name, tools, ...offers }, testedLines({ name, tools, offers, width: terminal.width }));
  } catch (error) {
    signal.throwIfAborted();
    return reportFailure(command, { name, server }, failedCall(name, error));
  } finally {
    servers.close();
  }
}

function reportFailure(
  command: McpCommand,
  { name, server }: Pick<ServerSource, 'name' | 'server'>,
  { error }: ToolResult,
  failure: ToolErrorClass = error?.class ?? 'failed',
): number {
  const why = visible(error?.message ?? `${name} cannot be used`);
  const remedy = remedyFor(failure, name, server);
  return report(command, { ok: false, name, why, remedy }, [why, remedy], exits.failed);
}
