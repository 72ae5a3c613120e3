import { type EChartsOption, init } from "echarts";
import type { BenchPlot, BenchTable } from "./suite.ts";

const SIZE = { width: 720, height: 320 };
/** The picture has its own background, so that it is readable on light and dark pages. */
const STYLE: EChartsOption = {
  animation: false,
  backgroundColor: "#ffffff",
  color: ["#2f6db5", "#e08a2c", "#4c9a5b", "#9a5ba5"],
  grid: { left: 72, right: 24, top: 64, bottom: 48 },
};

type Cell = string | number;
interface Series {
  name: string;
  points: [x: Cell, y: Cell][];
}

function seriesOf({ columns, rows }: BenchTable, { x, y, series }: BenchPlot): Series[] {
  const cellOf = (row: readonly Cell[], column: string): Cell => {
    const cell = row[columns.indexOf(column)];
    if (cell === undefined) throw new Error(`no column "${column}" in ${columns.join(", ")}`);
    return cell;
  };
  const pointsOf = (some: readonly (readonly Cell[])[], column: string) =>
    some.map((row): [Cell, Cell] => [cellOf(row, x), cellOf(row, column)]);
  if (series === undefined) return y.map((column) => ({ name: column, points: pointsOf(rows, column) }));
  const groups = Map.groupBy(rows, (row) => cellOf(row, series));
  return [...groups].map(([name, some]) => ({
    name: /^\d+$/.test(String(name)) ? `${series}: ${name}` : String(name),
    points: pointsOf(some, y[0]),
  }));
}

/**
 * Draws a table as SVG.
 *
 * @throws Error when the plot names a column that the table does not have
 */
export function drawPlot(table: BenchTable, plot: BenchPlot): string {
  const series = seriesOf(table, plot);
  const lines = plot.kind === "lines";
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  try {
    chart.setOption({
      ...STYLE,
      title: { text: table.title, left: 12, top: 8, textStyle: { fontSize: 14 } },
      legend: { show: series.length > 1, right: 24, top: 32, itemGap: 24 },
      xAxis: lines
        ? { type: "value", name: plot.x, nameLocation: "middle", nameGap: 28, min: "dataMin" }
        : { type: "category", name: plot.x, nameLocation: "middle", nameGap: 28, axisLabel: { interval: 0 } },
      yAxis: {
        type: "value",
        name: plot.y.length === 1 ? plot.y[0] : "",
      },
      series: series.map(({ name, points }) =>
        lines
          ? { name, type: "line" as const, data: points }
          : {
              name,
              type: "bar" as const,
              // As text: ECharts would take numbers on an axis of names for indexes.
              data: points.map(([x, y]) => [String(x), y]),
              label: { show: true, position: "top" as const, formatter: "{@[1]}" },
            },
      ),
    });
    return `${chart.renderToSVGString()}\n`;
  } finally {
    chart.dispose();
  }
}
