// Interpreters for MCP clients.
export { serveMcp } from './server.ts';
