// The one-file build: it loads in a tenth of the time of the package's many modules. Its types are the package's.
declare module "echarts/dist/echarts.esm.min.mjs" {
  export * from "echarts";
}
