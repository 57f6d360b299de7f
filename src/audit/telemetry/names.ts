/**
 * The names in common use from OpenTelemetry's GenAI conventions, in one place: they are not stable, and have been moved and renamed more than once.
 * Our own names begin with `artoo.`.
 */
export const operation = 'gen_ai.operation.name';

export const operations = {
  agent: 'invoke_agent',
  plan: 'plan',
  model: 'chat',
  tool: 'execute_tool',
  recall: 'search_memory',
} as const;

export const attribute = {
  agentName: 'gen_ai.agent.name',
  agentId: 'gen_ai.agent.id',
  agentVersion: 'gen_ai.agent.version',
  conversation: 'gen_ai.conversation.id',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  toolName: 'gen_ai.tool.name',
  toolCall: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  errorType: 'error.type',
  exitCode: 'process.exit.code',
} as const;

/** Sent only if the person asks for content. */
export const content = {
  system: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
} as const;

/** The event for a verdict, and its fields. */
export const evaluation = {
  name: 'gen_ai.evaluation.result',
  criterion: 'gen_ai.evaluation.name',
  verdict: 'gen_ai.evaluation.score.label',
  score: 'gen_ai.evaluation.score.value',
  explanation: 'gen_ai.evaluation.explanation',
} as const;

export const own = {
  role: 'artoo.role',
  key: 'artoo.effect.key',
  round: 'artoo.round',
  subtask: 'artoo.subtask',
  attempt: 'artoo.attempt',
  status: 'artoo.status',
  slug: 'artoo.slug',
  directive: 'artoo.directive',
  reason: 'artoo.reason',
  gradient: 'artoo.grad_l',
  distance: 'artoo.loss.D',
  implausibility: 'artoo.loss.P',
  resources: 'artoo.loss.Omega',
  loss: 'artoo.loss.L',
  audited: 'artoo.audited',
  /** The task that a fork shares its beginning with. */
  origin: 'artoo.origin',
  usd: 'artoo.cost.usd',
  by: 'artoo.verdict.by',
  failureClass: 'artoo.verdict.failure_class',
} as const;

/** Events besides verdicts. */
export const event = {
  corrected: 'artoo.corrected',
  resumed: 'artoo.resumed',
} as const;
