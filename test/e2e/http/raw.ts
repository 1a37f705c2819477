import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ToyApp } from './toy-app.js';

/** Starts to listen on a free port of the loopback address. */
export async function listen({ app }: Pick<ToyApp, 'app'>): Promise<number> {
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

/** Sends bytes unchanged and returns everything received until the connection ends. */
export function send(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => pieces.forEach((piece) => socket.write(piece)));
    let response = '';
    socket.setEncoding('latin1').on('data', (text: string) => (response += text));
    socket
      .on('close', () => resolve(response))
      .on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
  });
}

/** A request as a string, without a body, that lets the connection end. */
export const request = (target: string, method = 'GET', ...headers: string[]): string =>
  [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

/** The status of a response. */
export const statusOf = (response: string): number => Number(response.split(' ')[1]);

/** The body of a response, read as JSON. */
export const jsonOf = (response: string): unknown =>
  JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));
