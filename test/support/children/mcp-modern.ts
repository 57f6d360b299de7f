/** A well-behaved MCP server on standard input and output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { modernServer } from '../mcp-factory.ts';

serveStdio(modernServer);
