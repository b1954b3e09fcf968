import { encodeQR } from 'qr';

// The code is black on white in dark mode too, because some phones cannot read inverted codes.
const [DARK, LIGHT] = ['#000', '#fff'];
// The QR code standard requires a white border of four modules.
const BORDER = 4;

/** Shows a text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill={LIGHT} />
      <path d={squares.join('')} fill={DARK} />
    </svg>
  );
}
