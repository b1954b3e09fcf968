import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How many days a browser stays known that nobody signs in from. */
export const DEVICE_DAYS = 180;

/** The browser that a call comes from, as its cookie tells it: only the calls below /api/auth are sent that. */
export type Device = {
  /** What the browser holds, or null; whether it is known, and to whom, only the database says. */
  token: string | null;
  /** Has the browser keep a token: no script reads it, and no other site has it sent. */
  keep: (token: string) => void;
};

const COOKIE = /(?:^|;\s*)ric_device=([\w-]{43})(?:;|$)/;

export const deviceOf = (request: FastifyRequest, reply: FastifyReply): Device => ({
  token: COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null,
  keep: (token) => {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    const rules = `Path=/api/auth; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`;
    void reply.header('set-cookie', `ric_device=${token}; ${rules}`);
  },
});

/** Where a call comes from: behind a proxy of TRUST_PROXY what that one says, where it says an address. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '');

/** What one person can come from at will: an IPv4 address, or the first half (/64) of an IPv6 one. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || isIP(address) !== 6) return v4 ?? address;
  const [head = '', tail] = address.replace(/%.*/, '').toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  // What "::" leaves out are noughts; one group more where the end is written as an IPv4 address.
  const left = Math.max(0, 8 - first.length - last.length - (tail?.includes('.') ? 1 : 0));
  const groups = [...first, ...Array.from({ length: tail === undefined ? 0 : left }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
