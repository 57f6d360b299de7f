/** A model server that answers at once, in a process of its own, so that its own cost is not counted. Prints its port. */
import { createServer } from 'node:http';

const topic = 'zero-latency servers';
const isThere = {
  criterion: 'saved/topic.md exists',
  mode: 'verifiable',
  weight: 1,
  check: { kind: 'file_exists', path: 'saved/topic.md' },
};
const said: Readonly<Record<string, unknown>> = {
  R1: {
    slug: 'save_topic',
    intent: 'Save the topic to saved/topic.md and say what was saved.',
    constraints: { scope: null, deadline: null },
    kind: 'task',
    question: null,
  },
  R2: {
    task_criteria: [{ criterion: 'the reply names the topic that was saved', mode: 'plausible', weight: 1 }],
    subtasks: [
      {
        intent: 'Save the topic to saved/topic.md',
        success_criteria: [isThere],
        context: `The topic is ${topic}.`,
        tools: ['save_topic'],
        sequence: 1,
        deadline: null,
      },
      {
        intent: 'Say in one sentence what was saved',
        success_criteria: [isThere],
        context: 'What was saved is the output of the first sub-task.',
        tools: [],
        sequence: 2,
        deadline: null,
      },
    ],
  },
  R4b: {
    merged_output: `The topic ${topic} is saved in saved/topic.md.`,
    summary: 'The topic is saved.',
    verdicts: [0, 1].map((criterion) => ({
      criterion,
      verdict: 'pass',
      failure_class: null,
      evidence: [`saved: ${topic}`],
      derived: [],
    })),
  },
};

/** The first sub-task has a tool, and calls it before it answers. */
function messageFor(role: string, body: string) {
  if (role !== 'R3') return { role: 'assistant', content: JSON.stringify(said[role]) };
  if (body.includes('"role":"tool"') || !body.includes('"name":"save_topic"'))
    return { role: 'assistant', content: `The topic ${topic} is saved in saved/topic.md.` };
  const call = { id: 'call_1', type: 'function', function: { name: 'save_topic', arguments: JSON.stringify({ topic }) } };
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
process.stdin.resume().on('end', () => process.exit()); // the process that started it has ended
