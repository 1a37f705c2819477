import type { Addon } from '../../options/addon.js';
import { ToolsModule } from './tools.module.js';

/** Tools for agents. @contract C11 */
export const tools: Addon = { modules: () => [ToolsModule] };
