// Linked with the static Polly, as the compiler is: without libpolly-22-dev that fails.
#include <llvm/Passes/PassBuilder.h>
#include <polly/RegisterPasses.h>

#include <cstdio>

int main(int count, char **) {
  // Linked for good, and called for nothing: passes need a whole pipeline around them.
  if (count > 1000) {
    llvm::PassBuilder builder;
    polly::registerPollyPasses(builder);
  }
  puts("Polly is linked");
}
