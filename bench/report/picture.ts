import type { Load } from '../loads.ts';
import { median } from '../statistics.ts';
import { type Figures, floorOf } from './figures.ts';
import { figure } from './markdown.ts';

const panelWidth = 330;
const margin = 24;
const nameWidth = 82;
const valueWidth = 52;
const barHeight = 13;
const rowHeight = 18;
const headHeight = 42;
const titleHeight = 74;

const style = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .page { fill: #ffffff } .title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 }
  .quiet { fill: #59636e } .service { fill: #0969da } .peer { fill: #b3bac2 }
  .floor { stroke: #bc4c00; stroke-width: 2 } .floor-text { fill: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .page { fill: #0d1117 } .quiet { fill: #9198a1 } .service { fill: #4493f8 }
    .peer { fill: #59636e } .floor { stroke: #f0883e } .floor-text { fill: #f0883e }
  }`;

/**
 * Returns an SVG of the CPU time per submission: a row for each load, a panel for each concurrency, the floor as a
 * line.
 */
export function picture(all: readonly Figures[]): string {
  const loads = [...new Set(all.map(({ series }) => series.load))];
  const rows = loads.map((load) => panelsOf(load, all));
  const heights = rows.map((panels) => headHeight + rowHeight * Math.max(...panels.map(({ bars }) => bars.length)));
  const columns = Math.max(...rows.map((panels) => panels.length));
  const width = margin + columns * (panelWidth + margin);
  const height = titleHeight + heights.reduce((sum, one) => sum + one, 0) + margin;
  let top = titleHeight;
  const drawn = rows.map((panels, row) => {
    const y = top;
    top += heights[row] ?? 0;
    return panels.map((panel, column) => drawPanel(panel, margin + column * (panelWidth + margin), y)).join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>CPU time of the server for one submission</title>
<style>${style}</style>
<rect class="page" width="${width}" height="${height}"/>
${text(margin, 34, 'title', 'CPU time of the server for one submission, in milliseconds')}
${text(margin, 54, 'quiet', 'Shorter is better; each panel has a scale of its own. The line is the floor: receiving and sending alone.')}
${drawn.join('\n')}
</svg>
`;
}

interface Panel {
  readonly title: string;
  readonly bars: readonly Figures[];
  readonly floorMs: number | null;
}

function panelsOf(load: Load, all: readonly Figures[]): Panel[] {
  return load.steps.map((step) => {
    const beside = all.filter(({ series }) => series.step === step);
    const bars = beside.filter(({ series }) => series.entrant.role === 'service' || series.entrant.role === 'peer');
    const floor = floorOf(beside.map(({ series }) => series));
    return { title: `${load.title}, ${step.concurrency} at once`, bars, floorMs: floor && median(floor) };
  });
}

function drawPanel({ title, bars, floorMs }: Panel, x: number, y: number): string {
  const barsWidth = panelWidth - nameWidth - valueWidth;
  const scale = barsWidth / Math.max(floorMs ?? 0, ...bars.map(({ cpuMs }) => cpuMs ?? 0));
  const barX = x + nameWidth;
  const barsY = y + headHeight - 14;
  const drawn = bars.map(({ series, cpuMs }, row) => {
    const barY = barsY + row * rowHeight;
    const length = (cpuMs ?? 0) * scale;
    return [
      text(x, barY + 11, series.entrant.role === 'service' ? 'head' : 'quiet', series.entrant.name),
      `<rect class="${series.entrant.role}" x="${barX}" y="${barY}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
      text(barX + length + 6, barY + 11, 'value', figure(cpuMs)),
    ].join('\n');
  });
  const floor = floorMs === null ? '' : drawFloor(barX + floorMs * scale, barsY, bars.length);
  const floorText = floorMs === null ? '' : `<tspan class="floor-text" dx="8">floor ${figure(floorMs)}</tspan>`;
  return `<text class="head" x="${x}" y="${y + 16}">${title}${floorText}</text>\n${drawn.join('\n')}\n${floor}`;
}

function drawFloor(x: number, y: number, rows: number): string {
  const at = x.toFixed(1);
  return `<line class="floor" x1="${at}" x2="${at}" y1="${y - 3}" y2="${y + rows * rowHeight - 2}"/>`;
}

function text(x: number, y: number, role: string, content: string): string {
  return `<text class="${role}" x="${x.toFixed(1)}" y="${y}">${content}</text>`;
}
