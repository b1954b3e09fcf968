import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Got = { to: string[]; id: string; source: Buffer };
/**
 * The mail server's faults: the code and words of a rejection, a hang-up after a mail is accepted, and a delay or an event
 * to wait for.
 */
type Mood = {
  rcpt?: number;
  data?: number;
  words?: string;
  drop?: boolean;
  slowMs?: number;
  held?: Promise<void>;
};

/** A real mail server on this machine whose faults a test chooses (`mood`); it keeps the received mails. */
export class FaultyMailServer {
  got: Got[] = [];
  mood: Mood = {};
  /** The port on which the mail server listens, or listened before it was closed. */
  port = 0;
  #server: SMTPServer | undefined;
  readonly #sockets = new Set<Socket>();

  /** Starts to listen, on a free port by default, without faults and without received mails. */
  async open(port = 0): Promise<void> {
    this.got = [];
    this.mood = {};
    const server = this.#made();
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
    const address = server.server.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server?.close(() => resolve()));
  }

  #refusal(responseCode: number): Error {
    return Object.assign(new Error(this.mood.words ?? 'no'), { responseCode });
  }

  #made(): SMTPServer {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 50,
      onAuth: (auth, _session, done) =>
        auth.password === 'h@ndicap' ? done(null, { user: 'desk' }) : done(this.#refusal(535)),
      onRcptTo: (_to, _session, done) => done(this.mood.rcpt ? this.#refusal(this.mood.rcpt) : null),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { data, slowMs = 0, drop, held } = this.mood;
          if (data) return setTimeout(() => done(this.#refusal(data)), slowMs);
          const source = Buffer.concat(chunks);
          const id = /^Message-ID: (.*)$/im.exec(source.toString())?.[1]?.trim() ?? '';
          this.got.push({ to: session.envelope.rcptTo.map((one) => one.address), id, source });
          // The mail server accepts the mail, but hangs up before its answer.
          if (drop) return this.#sockets.forEach((socket) => socket.destroy());
          if (held) return void held.then(() => done());
          return setTimeout(() => done(), slowMs);
        });
      },
    });
    made.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    return made;
  }
}
