import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The days after which a browser without a sign-in is no longer trusted. */
export const DEVICE_DAYS = 180;

/** The browser of a call, known by its cookie, which is sent only to calls below /api/auth. */
export type Device = {
  /** The browser's device token, or null. Only the database says if the device is trusted, and by whom. */
  token: string | null;
  /** Stores a token in the browser: scripts cannot read it, and requests from other sites do not carry it. */
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

/** The address a call comes from. Behind a proxy of TRUST_PROXY it is the one that the proxy reports, if that is an address. */
export const clientAddress = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '');

/** The range that one person can take addresses from at will: an IPv4 address, or the first half (/64) of an IPv6 one. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || isIP(address) !== 6) return v4 ?? address;
  const [head = '', tail] = address.replace(/%.*/, '').toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  // "::" stands for groups of zeros; an IPv4 address at the end counts as one group more.
  const left = Math.max(0, 8 - first.length - last.length - (tail?.includes('.') ? 1 : 0));
  const groups = [...first, ...Array.from({ length: tail === undefined ? 0 : left }, () => '0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
