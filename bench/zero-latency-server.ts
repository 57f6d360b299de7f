/** A model server that answers at once, in a process of its own: what it costs is not counted. Prints its port. */
import { createServer } from 'node:http';

const criterion = (text: string) => ({ criterion: text, mode: 'plausible', weight: 1 });
const said: Readonly<Record<string, unknown>> = {
  R1: {
    slug: 'read_note',
    intent: 'Read the note and say what it is about.',
    constraints: { scope: null, deadline: null },
    kind: 'task',
    question: null,
  },
  R2: {
    task_criteria: [criterion('the reply names the topic of the note')],
    subtasks: [
      {
        intent: 'Read note.md and name its topic',
        success_criteria: [criterion('the topic that is named stands in note.md')],
        context: 'note.md lies in the current folder.',
        tools: ['read_file'],
        sequence: 1,
        deadline: null,
      },
    ],
  },
};

/** The judge cites something that is nowhere for the second criterion, and what is there when it is asked again. */
const judged = (isAgain: boolean) => ({
  verdicts: (isAgain ? [1] : [0, 1, 2]).map((at) => ({
    criterion: at,
    verdict: 'pass',
    failure_class: null,
    evidence: [isAgain || at !== 1 ? 'zero-latency servers' : 'servers without latency'],
    derived: [],
  })),
  what_was_wrong: '',
  what_to_do: '',
});

/** R3 calls its tool first; once it has the result, it answers. */
function messageFor(role: string, body: string) {
  if (role === 'R4a') return { role: 'assistant', content: JSON.stringify(judged(body.includes('cannot accept these passes'))) };
  if (role !== 'R3') return { role: 'assistant', content: JSON.stringify(said[role]) };
  if (body.includes('"role":"tool"')) return { role: 'assistant', content: 'The note is about zero-latency servers.' };
  const call = { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"note.md"}' } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const message = messageFor(String(request.headers['x-artoo-role']), Buffer.concat(parts).toString());
    const usage = { prompt_tokens: 500, completion_tokens: 50, total_tokens: 550 };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }];
    const body = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'bench', choices, usage });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
process.stdin.resume().on('end', () => process.exit()); // whoever started it has gone
