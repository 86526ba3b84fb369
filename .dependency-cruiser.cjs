/** The borders of docs/concepts.md: data flows one way, and stages know the model, never each other. */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "stage-imports-only-model-and-itself",
      comment:
        "A stage imports the model, the statistics (which themselves import only the model) and its own files. " +
        "Only scripts/bench.ts and the jobs in scripts/commands/ join the stages.",
      severity: "error",
      from: { path: "^scripts/(?!commands/)([^/]+)/" },
      to: { path: "^scripts/", pathNot: ["^scripts/model/", "^scripts/stats/", "^scripts/$1/"] },
    },
    {
      name: "model-imports-nothing-of-ours",
      severity: "error",
      from: { path: "^scripts/model/" },
      to: { path: "^scripts/", pathNot: "^scripts/model/" },
    },
    {
      name: "only-docker-folder-talks-to-the-engine",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/docker/" },
      to: { path: "node_modules/(dockerode|@types/dockerode)/" },
    },
    {
      name: "pure-stages-touch-no-process-and-no-engine",
      comment: "Plan, statistics, verdicts and report are functions of their input alone.",
      severity: "error",
      from: { path: "^scripts/(plan|stats|calibration|verdict|report|compare|compat|model)/" },
      to: { path: "^(node:)?(fs|fs/promises|child_process|os|net|http|process|perf_hooks)$" },
    },
    {
      name: "heavy-parts-are-loaded-late",
      comment:
        "What draws plots and what talks to the engine is imported where it is used, so that other commands start at once.",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/(docker|report/html)/" },
      to: { path: "^scripts/(docker|report/html)/", dynamic: false },
    },
    {
      name: "what-starts-processes-is-loaded-late",
      comment: "It takes a fifth of the time in which a command starts, and only those that use an engine need it.",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/docker/" },
      to: { path: "node_modules/execa/", dynamic: false },
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".js", ".json"] },
  },
};
