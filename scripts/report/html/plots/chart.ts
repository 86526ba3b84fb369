import type { CustomSeriesOption, CustomSeriesRenderItemReturn, EChartsOption } from "echarts";
import { graphic, init } from "echarts/dist/echarts.esm.min.mjs";
import { terminalLine } from "../../../model/terminal-text.ts";
import { escapeText, Markup } from "../markup.ts";
import { type Axis, tickText } from "./axis.ts";
import type { Line, Mark } from "./mark.ts";
import { LOOK, plainSvg } from "./svg.ts";

export interface Chart {
  /** Read out in place of the picture. */
  label: string;
  /** In units of the drawing, which is scaled to the width there is. */
  width: number;
  height: number;
  /** The drawing's rectangle between the axes. */
  pad: { left: number; right: number; top: number; bottom: number };
  x: Axis;
  /** Without one the vertical is free for rows, in units of the drawing. */
  y?: Axis;
  /** Draws on the axes: places of values to what stands there. */
  draw(x: (value: number) => number, y: (value: number) => number): readonly Mark[];
}

/** A dot is drawn this long: the renderer leaves out what has no length, and rounds this away when it writes. */
const DOT = 0.01;

/** A shape of any lines: handing them over as numbers spares the renderer reading them from a path's text. */
const SHAPE = "lines";
graphic.registerShape(
  SHAPE,
  graphic.extendShape({
    type: SHAPE,
    shape: { lines: [] as readonly Line[] },
    buildPath(path, { lines }: { lines: readonly Line[] }) {
      for (const line of lines) {
        const [x = 0, y = 0] = line;
        path.moveTo(x, y);
        if (line.length === 2) path.lineTo(x + DOT, y);
        for (let nth = 2; nth + 1 < line.length; nth += 2) path.lineTo(line[nth] ?? 0, line[nth + 1] ?? 0);
      }
    },
  }),
);

const FONT = 11;
const NAME_GAP = 20;
const WORDS = { color: `${LOOK}m`, fontSize: FONT } as const;

/** Draws a chart as SVG. The same chart gives the same bytes, however many were drawn before it. */
export function chartSvg(chart: Chart): Markup {
  const { width, height } = chart;
  const drawing = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    drawing.setOption(optionOf(chart));
    const body = plainSvg(drawing.renderToSVGString());
    const label = escapeText(chart.label);
    return new Markup(`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${body}</svg>`);
  } finally {
    // An instance that is kept holds a timer, and with it the process.
    drawing.dispose();
  }
}

function optionOf({ height, pad, x, y, draw }: Chart): EChartsOption {
  const series: CustomSeriesOption = {
    type: "custom",
    silent: true,
    data: [[x.at(x.low), 0]],
    renderItem: (_, api) => {
      const across = (value: number): number => api.coord([x.at(value), 0])[0] ?? 0;
      const down = (value: number): number => api.coord([x.at(x.low), y ? y.at(value) : value])[1] ?? 0;
      // The types know no shapes that were registered.
      return { type: "group", children: draw(across, down).map(elementOf) } as CustomSeriesRenderItemReturn;
    },
  };
  return {
    animation: false,
    grid: { ...pad, outerBoundsMode: "none" },
    xAxis: { ...axisOption(x), nameGap: NAME_GAP },
    yAxis: y
      ? // Above the axis and level, so that no head has to be turned.
        {
          ...axisOption(y),
          nameLocation: "end",
          nameGap: 9,
          nameTextStyle: { ...WORDS, align: "left", padding: [0, 0, 0, -pad.left] },
        }
      : { type: "value", show: false, inverse: true, min: pad.top, max: height - pad.bottom },
    series: [series],
  };
}

function axisOption(axis: Axis) {
  const ticks = axis.ticks.map(axis.at);
  const text = (place: number): string => tickText(axis.ticks[ticks.indexOf(place)] ?? Number.NaN);
  const lines = { color: `${LOOK}axis` };
  return {
    type: "value",
    min: axis.at(axis.low),
    max: axis.at(axis.high),
    name: axis.name,
    nameLocation: "middle",
    nameTextStyle: WORDS,
    axisLabel: { ...WORDS, customValues: ticks, formatter: text, hideOverlap: true },
    axisTick: { customValues: ticks, length: 3, lineStyle: lines },
    axisLine: { show: true, onZero: false, lineStyle: lines },
    splitLine: { show: true, lineStyle: { color: `${LOOK}grid` } },
  } as const;
}

function elementOf(mark: Mark) {
  if ("text" in mark) {
    const { text, x, y, align = "left", look = "" } = mark;
    const style = {
      text: terminalLine(text),
      align,
      verticalAlign: "middle",
      fill: LOOK + look,
      fontSize: FONT,
    } as const;
    return { type: "text", x, y, style } as const;
  }
  const style = { fill: "none", stroke: LOOK + mark.look } as const;
  return { type: SHAPE, shape: { lines: mark.lines }, style } as const;
}
