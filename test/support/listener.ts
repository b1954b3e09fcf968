import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = { method: string; path: string; headers: Record<string, string>; body: string };
type Answering = (response: ServerResponse, heard: ReceivedWebhook, request: IncomingMessage) => void;

/** An HTTP server that receives a partner's webhooks. */
export type WebhookListener = {
  readonly heard: ReceivedWebhook[];
  /** The address of the server, `127.0.0.1:port`. */
  readonly host: string;
  readonly url: string;
  /** Sets how the server answers from now on; the default is an empty 200. */
  answers(how: Answering | number): void;
  close(): Promise<void>;
};

const say =
  (status: number): Answering =>
  (response) =>
    void response.writeHead(status).end('thanks');

export async function startWebhookListener(at = 0): Promise<WebhookListener> {
  const heard: ReceivedWebhook[] = [];
  let answering: Answering = say(200);
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { method = '', url: path = '' } = request;
      const one = { method, path, headers, body: Buffer.concat(parts).toString() };
      heard.push(one);
      answering(response, one, request);
    });
  });
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    heard,
    host,
    url: `http://${host}/ric`,
    answers: (how) => {
      answering = typeof how === 'number' ? say(how) : how;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
