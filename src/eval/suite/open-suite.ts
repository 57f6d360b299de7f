/** Opens a suite in whichever format it is written. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { agentBenchFiles, readAgentBench } from '../formats/agent-bench.ts';
import { isTerminalBench, readTerminalBench } from '../formats/terminal-bench.ts';
import type { Suite } from './suite-task.ts';
import { readYamlSuite } from './yaml-suite.ts';

/** `shown`: the name of the suite in messages. Throws `suite_invalid`. */
export async function openSuite(path: string, shown: string): Promise<Suite> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new ArtooError('suite_invalid', `${shown}: there is no such suite`);
  if (!found.isDirectory()) return path.endsWith('.json') ? readAgentBench(path, shown) : readYamlSuite(path, shown);
  const inside = join(path, 'suite.yaml');
  if (existsSync(inside)) return readYamlSuite(inside, join(shown, 'suite.yaml'));
  if (isTerminalBench(path)) return readTerminalBench(path, shown);
  if (agentBenchFiles(path).length > 0) return readAgentBench(path, shown);
  throw new ArtooError('suite_invalid', `${shown} is a folder with neither suite.yaml nor tasks of terminal-bench or AgentBench`);
}
