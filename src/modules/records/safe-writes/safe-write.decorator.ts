import { UseInterceptors } from '@nestjs/common';
import { EnvelopeInterceptor } from '../../../http/envelope.interceptor.js';
import { SafeWriteInterceptor } from './safe-write.interceptor.js';

/**
 * Runs a write under the terms of its headers, and writes its result into the envelope. Reads use
 * the `EnvelopeInterceptor` alone, because each interceptor costs every request some microseconds.
 */
export const SafeWrite = () => UseInterceptors(SafeWriteInterceptor, EnvelopeInterceptor);
