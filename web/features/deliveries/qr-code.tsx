import encodeQR from 'qr';

/** The white border that readers need around the code, in modules. */
const border = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border });
  const size = modules.length;
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="var(--code-ground)" />
      <path d={dark.join('')} fill="var(--code-mark)" />
    </svg>
  );
}
